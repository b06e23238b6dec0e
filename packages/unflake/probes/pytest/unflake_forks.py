"""Runs pieces of a selection, each in a fork of this process: many short runs for the price of one start."""

import os
import signal
import time

# After this many consecutive pieces that did not finish, forks are assumed not to work here.
MAX_CUT_IN_A_ROW = 3
# Saved before a test can replace them.
_now = time.monotonic
_sleep = time.sleep


def cut(items, lengths):
    """Splits into consecutive pieces of these lengths."""
    start = 0
    for length in lengths:
        yield items[start : start + length]
        start += length


def run_in_forks(pieces, piece_ms, run_piece, write):
    """A piece that takes longer is treated as hung: its running test gets no end event, and the next piece starts."""
    in_a_row = 0
    for piece in pieces:
        in_a_row = 0 if _ended(_fork(piece, run_piece), piece_ms / 1000) else in_a_row + 1
        if in_a_row == MAX_CUT_IN_A_ROW:
            write({"ev": "problem", "text": "forks do not end here: the remaining pieces were left out"})
            return


def _fork(piece, run_piece):
    child = os.fork()
    if child != 0:
        return child
    try:
        run_piece(piece)
    finally:
        # Whatever was raised, the parent's clean-up must not run twice.
        os._exit(0)


def _ended(child, seconds):
    deadline = _now() + seconds
    wait = 0.0005
    while True:
        if os.waitpid(child, os.WNOHANG)[0] == child:
            return True
        if _now() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return False
        _sleep(wait)
        wait = min(0.01, wait * 1.5)
