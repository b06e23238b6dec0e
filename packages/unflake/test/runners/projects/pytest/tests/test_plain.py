import unittest

import pytest


def test_passes():
    pass


def test_fails():
    assert 1 + 1 == 3


def test_errors(broken):
    pass


@pytest.mark.skip(reason="not today")
def test_skipped():
    pass


@pytest.mark.xfail(reason="known")
def test_expected_failure():
    assert False


@pytest.mark.xfail(reason="known", strict=True)
def test_unexpected_pass():
    pass


@pytest.fixture
def broken_teardown():
    yield
    raise RuntimeError("tear-down is broken")


def test_tear_down(broken_teardown):
    pass


class TestSubtests(unittest.TestCase):
    def test_one_of_three_fails(self):
        for n in range(3):
            with self.subTest(n=n):
                assert n != 1
