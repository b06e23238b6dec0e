import unittest


class Broken(unittest.TestCase):
    def setUp(self):
        raise RuntimeError("set-up is broken")

    def test_errors(self):
        pass


class Plain(unittest.TestCase):
    def test_fails(self):
        self.assertEqual(1 + 1, 3)

    def test_passes(self):
        pass

    @unittest.skip("not today")
    def test_skipped(self):
        pass
