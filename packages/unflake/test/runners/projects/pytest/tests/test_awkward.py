import unittest

import pytest


@pytest.mark.parametrize(
    "text",
    ["spaces  in it", "[brackets]", "\"double\" and 'single'", "ünïcode ☃", "a > b", "back\\slash\\", "::", "two\nlines"],
)
def test_parameter(text):
    assert text


def test_grouped_first(grouped):
    pass


def test_grouped_second(grouped):
    pass


class TestClass:
    def test_method(self):
        pass

    class TestInner:
        def test_method(self):
            pass


class TestUnittest(unittest.TestCase):
    def test_with_subtests(self):
        for n in range(2):
            with self.subTest(n=n):
                assert n < 2
