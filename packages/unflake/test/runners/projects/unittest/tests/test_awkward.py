import unittest
import unittest.mock

from tests.shared_cases import Shared  # noqa: F401


class Named(unittest.TestCase):
    pass


NAMES = ["brackets [1] (two) {3}", "\"double\" and 'single'", "ünïcode ☃", "a > b", "back\\slash\\", "::", "two\nlines", " spaces  in it "]
for name in NAMES:
    setattr(Named, "test_%s" % name, lambda self: None)


class Outer:
    class Inner(unittest.TestCase):
        def test_nested(self):
            """A docstring changes what unittest prints."""


class Given(unittest.TestCase):
    def __init__(self, method, number=0):
        super().__init__(method)
        self.number = number

    def test_number(self):
        assert self.number > 0


class Subtests(unittest.TestCase):
    def test_parts(self):
        for n in range(2):
            with self.subTest(n=n):
                assert n < 2


class Waits(unittest.IsolatedAsyncioTestCase):
    async def test_waits(self):
        pass


def load_tests(loader, tests, pattern):
    kept = [loader.loadTestsFromTestCase(case) for case in (Named, Outer.Inner, Shared, Subtests, Waits)]
    return unittest.TestSuite(kept + [Given("test_number", 1), Given("test_number", 2), unittest.FunctionTestCase(a_function)])


def a_function():
    pass
