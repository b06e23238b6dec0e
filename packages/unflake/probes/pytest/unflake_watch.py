"""Watches an import for values that differ from process to process: a module that keeps one of them must be imported by each trial."""

import datetime
import os
import random
import sys
import time

CLOCKS = [getattr(time, name) for name in ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "localtime", "gmtime", "ctime")]
CLOCKS += [datetime.datetime.now, datetime.datetime.utcnow, datetime.datetime.today, datetime.date.today]
READINGS = {reading: "it reads the clock" for reading in CLOCKS}
READINGS.update({os.getpid: "it reads the number of its process", os.getppid: "it reads the number of a process"})
READINGS[os.urandom] = "it draws random numbers"
# Through these others draw random numbers and read clocks.
GO_BETWEENS = ("random", "secrets", "uuid", "tempfile", "importlib", "datetime")
# What these keep is renewed in every fork (unflake_server.py), or is the current century.
RENEWED = ("random", "logging", "multiprocessing.process", "numpy.random", "dateutil.parser._parser")
SEED = random.Random.seed.__code__
READ_VARIABLE = type(os.environ).__getitem__.__code__


class ImportWatch:
    def __init__(self):
        self.trouble = None
        self.variables = set()

    def __enter__(self):
        sys.setprofile(self.see)

    def __exit__(self, *_):
        sys.setprofile(None)

    def see(self, frame, event, arg):
        if event == "c_call":
            try:
                trouble = READINGS.get(arg)
            except TypeError:
                # A method of something that cannot be a key.
                return
            if trouble is not None:
                self.blame(frame, trouble)
        elif event == "call":
            if frame.f_code is READ_VARIABLE:
                self.variables.add(str(frame.f_locals["key"]))
            elif frame.f_code is SEED and frame.f_locals["a"] is None and not isinstance(frame.f_locals["self"], random.SystemRandom):
                self.blame(frame, "it draws random numbers")

    def blame(self, frame, trouble):
        name = "?"
        while frame is not None:
            name = frame.f_globals.get("__name__", "?")
            if name.split(".")[0] not in GO_BETWEENS or frame.f_code.co_name == "<module>":
                break
            frame = frame.f_back
        if not any(name == known or name.startswith(known + ".") for known in RENEWED):
            self.trouble = self.trouble or "%s (%s)" % (trouble, name)
