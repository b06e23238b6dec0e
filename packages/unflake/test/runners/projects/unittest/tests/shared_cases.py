import unittest


class Shared(unittest.TestCase):
    def test_shared(self):
        pass
