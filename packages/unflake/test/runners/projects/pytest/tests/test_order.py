import pytest

state = {"polluted": False, "executions": 0, "attempts": 0}


def test_victim():
    assert not state["polluted"]


def test_polluter():
    state["polluted"] = True


class TestState:
    attempts = 0

    def test_passes_once(self):
        assert not hasattr(self, "seen"), "the instance is shared with an earlier execution"
        self.seen = True
        state["executions"] += 1
        assert state["executions"] == 1


@pytest.mark.flaky(reruns=3)
def test_retried():
    state["attempts"] += 1
    assert state["attempts"] > 1
