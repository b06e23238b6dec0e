"""Waits at the gate with the runner and third-party code loaded, and runs each trial in a fork. Nothing of the project is loaded before."""

import gc
import logging
import os
import random
import signal
import sys
import time
import warnings

from unflake_exit import run_and_exit

# These end trials. The process of the trial gets them too, and its end is ours.
ENDINGS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def wait_once(gate):
    """For a process that runs one trial itself."""
    os.write(gate, b".")
    if not os.read(gate, 1):
        # The engine is gone.
        os._exit(0)
    os.close(gate)


def serve(gate, run):
    """Forks for each trial and does not return; `run` runs it."""
    gc.collect()
    # Otherwise the collector of each fork would touch, and thereby copy, the memory of all that is loaded.
    gc.freeze()
    report = b"."
    while True:
        os.write(gate, report)
        if not os.read(gate, 1):
            os._exit(0)
        usual = signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
        child = fork()
        if child == 0:
            os.close(gate)
            os.setsid()
            renew()
            signal.pthread_sigmask(signal.SIG_SETMASK, usual)
            run_and_exit(run)
        report = bytes(ending_of(child))
        signal.pthread_sigmask(signal.SIG_SETMASK, usual)


def fork():
    with warnings.catch_warnings():
        # Python warns of threads that a library will have ended by then (unflake_footprint.py).
        warnings.simplefilter("ignore")
        return os.fork()


def ending_of(child):
    """Exit code and signal."""
    _, status = os.waitpid(child, 0)
    return (0, os.WTERMSIG(status)) if os.WIFSIGNALED(status) else (os.WEXITSTATUS(status), 0)


def renew():
    """What a fresh process would have drawn or read for itself. Python itself renews `random`, and OpenSSL its own numbers."""
    random.seed()
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
    if "multiprocessing.process" in sys.modules:
        process = sys.modules["multiprocessing.process"].current_process()
        # unflake-allow unseeded-random: a key must not be guessable
        process._config["authkey"] = process.authkey.__class__(os.urandom(32))
    # Since 3.13 in nanoseconds.
    # unflake-allow wall-clock: log records count from the start of the process
    logging._startTime = time.time_ns() if isinstance(logging._startTime, int) else time.time()
