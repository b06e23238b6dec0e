import pytest


@pytest.fixture(scope="module", params=["x", "y"])
def grouped(request):
    return request.param


@pytest.fixture
def broken():
    raise RuntimeError("set-up is broken")
