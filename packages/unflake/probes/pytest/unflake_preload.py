"""Imports modules of others in a process that will be forked for each trial, if that makes no difference to the trial.

What cannot be inherited by a fork, or would be older in it than in a fresh process, is found out in a fork that imports first and tells.
"""

import importlib
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import warnings

import unflake_imports
from unflake_footprint import difference, footprint
from unflake_watch import ImportWatch

# An import that takes longer is left to the trials, which have a time limit.
PATIENCE_SECONDS = 30


def preload(path, keep_filters):
    """`keep_filters`: leaves the warning filters of the modules in place."""
    learned = unflake_imports.read(path)
    if learned["patched"] or not os.path.isdir("/proc/self/fd"):
        return
    names = [name for name in learned["modules"] if name not in sys.modules]
    refused = examined(path + ".examined", names, learned)
    filters = list(warnings.filters)
    for name in names:
        if name.split(".")[0] not in refused:
            load(name)
    if not keep_filters:
        # While a runner collects, filters hold only until the file is read.
        warnings.filters[:] = filters
        warnings._filters_mutated() if hasattr(warnings, "_filters_mutated") else warnings._filters_mutated_lock_held()


def examined(path, names, learned):
    """Top-level names that are left to the trials, with the reason. Kept, because every server needs it."""
    question = {"names": names, "changed": learned["changed"], "python": sys.version, "installed": installed()}
    try:
        with open(path, encoding="utf-8") as file:
            known = json.load(file)
        if known["question"] == question:
            return known["refused"]
    except (OSError, KeyError, TypeError, ValueError):
        pass
    refused = examine(names, set(learned["changed"]))
    unflake_imports.write(path, {"question": question, "refused": refused})
    return refused


def installed():
    """Names and versions of what is installed."""
    folders = [path for path in sys.path if os.path.basename(path) in unflake_imports.LIBRARIES and os.path.isdir(path)]
    return sorted(name for path in folders for name in os.listdir(path) if name.endswith(("-info", ".egg-link", ".pth")))


def examine(names, changed):
    """All at once, and only if that finds something, each package alone. A package that needs a refused one is refused with it."""
    if not names or trouble_in_fork(names, changed) is None:
        return {}
    packages = {}
    for name in names:
        packages.setdefault(name.split(".")[0], []).append(name)
    troubles = {top: trouble_in_fork(inside, changed) for top, inside in packages.items()}
    return {top: trouble for top, trouble in troubles.items() if trouble is not None}


def trouble_in_fork(names, changed):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        trouble = None
        try:
            os.close(reader)
            trouble = trouble_with(names, changed)
        except BaseException as error:
            trouble = "%s: %s" % (type(error).__name__, error)
        finally:
            shutil.rmtree(os.environ["HOME"], ignore_errors=True)
            os.write(writer, json.dumps(trouble).encode("ascii"))
            os._exit(0)
    os.close(writer)
    in_time = select.select([reader], [], [], PATIENCE_SECONDS)[0]
    said = os.read(reader, 65536) if in_time else b""
    os.close(reader)
    if not said:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return json.loads(said.decode("ascii")) if said else "it does not end, or ends the process"


def trouble_with(names, changed):
    silent = catch_output()
    # What is written there would be taken for something that was there before, and would be found by the first trial.
    os.environ["HOME"] = os.environ["TMPDIR"] = tempfile.tempdir = tempfile.mkdtemp()
    before = footprint()
    watch = ImportWatch()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with watch:
            for name in names:
                load(name)
    if warned:
        return "it warns: %s" % str(warned[0].message)[:200]
    if watch.trouble is not None:
        return watch.trouble
    if watch.variables & changed:
        return "it reads %s, which the project sets" % sorted(watch.variables & changed)[0]
    if not silent():
        return "it prints"
    return difference(before, footprint())


def catch_output():
    place = os.memfd_create("said") if hasattr(os, "memfd_create") else os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(place, stream)

    def silent():
        sys.stdout.flush()
        sys.stderr.flush()
        return os.fstat(place).st_size == 0

    return silent


def load(name):
    try:
        importlib.import_module(name)
    except Exception:
        # A trial that needs it will tell why.
        pass
