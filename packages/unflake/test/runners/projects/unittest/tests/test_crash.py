import os
import signal
import time
import unittest


class Crashes(unittest.TestCase):
    def test_1_exits_with_seven(self):
        os._exit(7)

    def test_2_exits_with_zero(self):
        os._exit(0)

    def test_3_kills_itself(self):
        os.kill(os.getpid(), signal.SIGKILL)

    def test_4_hangs(self):
        time.sleep(2**20)
