import os
import signal
import time


def test_exits_with_seven():
    os._exit(7)


def test_exits_with_zero():
    os._exit(0)


def test_kills_itself():
    os.kill(os.getpid(), signal.SIGKILL)


def test_hangs():
    time.sleep(2**20)
