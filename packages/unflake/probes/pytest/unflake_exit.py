"""Ends a fork as the interpreter would, except for what belongs to modules that were loaded before the fork.

Taking those apart costs more than a short test, and has no effect outside the process.
"""

import atexit
import gc
import io
import os
import sys
import threading
import traceback
import weakref


def run_and_exit(run):
    """Runs it and ends the process. What was loaded by now is left as it is."""
    loaded = set(sys.modules)
    code = code_of(run)
    try:
        threading._shutdown()
        atexit._run_exitfuncs()
        # Before: the collector may take the raw file apart first, and what it was to be given would be lost.
        flush_files()
        clear_modules([name for name in list(sys.modules) if name not in loaded])
        gc.collect()
        flush_files()
    finally:
        os._exit(code)


def code_of(run):
    try:
        run()
    except SystemExit as asked:
        return exit_code(asked.code)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def exit_code(asked):
    if asked is None:
        return 0
    if isinstance(asked, int):
        return asked & 0xFF
    print(asked, file=sys.stderr)
    return 1


def clear_modules(names):
    """In the order of the interpreter: modules that nobody else needs, then what is left in the others, the last one first."""
    modules = [weakref.ref(module) for module in (sys.modules.pop(name) for name in names) if hasattr(module, "__dict__")]
    gc.collect()
    for reference in reversed(modules):
        module = reference()
        if module is None:
            continue
        for name in [name for name in vars(module) if name != "__builtins__"]:
            vars(module)[name] = None


def flush_files():
    """A file that is still open would be flushed when it is taken apart."""
    for one in gc.get_objects():
        if isinstance(one, (io.TextIOWrapper, io.BufferedWriter)) and not one.closed and one.writable():
            flush(one)
    flush(sys.stdout)
    flush(sys.stderr)


def flush(file):
    try:
        file.flush()
    except (OSError, ValueError, AttributeError):
        pass
