import unittest

state = {"polluted": False, "executions": 0}


class Order(unittest.TestCase):
    def test_1_victim(self):
        assert not state["polluted"]

    def test_2_polluter(self):
        state["polluted"] = True

    def test_3_passes_once(self):
        assert not hasattr(self, "seen"), "the instance is shared with an earlier execution"
        self.seen = True
        state["executions"] += 1
        self.assertEqual(state["executions"], 1)
