"""What a process has besides its modules, and what an import must leave as it was if a fork is to be like a fresh process."""

import builtins
import locale
import logging
import os
import random
import signal
import socket
import sys
import threading


def footprint():
    return {
        "starts a thread": threading.enumerate(),
        # A library that stops its own threads before a fork knows about forks, and starts them again when it needs them.
        "starts a thread of the operating system": threads_after_fork(),
        "opens a file or socket": open_files(),
        "starts a process": children(),
        "handles a signal": [signal.getsignal(number) for number in signal.valid_signals()],
        "changes variables": dict(os.environ),
        "changes the working folder": os.getcwd(),
        "changes where modules are found": (list(sys.path), sys.meta_path[0]),
        "changes the locale": locale.setlocale(locale.LC_ALL),
        "uses the random numbers of all": random.getstate(),
        "writes files": [sorted(os.listdir(os.environ[name])) for name in ("HOME", "TMPDIR") if os.path.isdir(os.environ.get(name, ""))],
        "changes the interpreter": (sys.excepthook, sys.stdout, sys.stderr, sys.gettrace(), sys.getrecursionlimit(), threading.settrace.__code__),
        "changes logging": (logging.root.level, list(logging.root.handlers), logging.root.manager.disable, logging.getLoggerClass()),
        "changes sockets": (socket.getdefaulttimeout(), socket.socket),
        "changes built-in names": dict(vars(builtins)),
    }


def difference(before, after):
    """What an import did, in words; None if nothing."""
    for what, value in before.items():
        if after[what] != value:
            return "it " + what
    return None


def threads_after_fork():
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return len(os.listdir("/proc/self/task"))


def open_files():
    found = {}
    for name in os.listdir("/proc/self/fd"):
        try:
            found[name] = os.readlink("/proc/self/fd/" + name)
        except OSError:
            # The one by which the list was read.
            pass
    return found


def children():
    try:
        # unflake-allow name-from-clock: the folder of this very process
        with open("/proc/self/task/%d/children" % os.getpid(), encoding="ascii") as file:
            return file.read()
    except OSError:
        # Not every kernel has it.
        return ""
