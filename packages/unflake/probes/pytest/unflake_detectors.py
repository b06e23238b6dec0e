"""Reads what Python's development mode says of a run: what was never awaited, left running or left open, and where it was made.

Used by both probes of Python where UNFLAKE_DETECTORS is on. A report is an event of the stream, with the fields of src/contract/detector-report.ts.
"""

import gc
import logging
import os
import re
import tracemalloc
import warnings

ON = os.environ.get("UNFLAKE_DETECTORS") == "on"
ROOT = os.path.realpath(os.getcwd()) + os.sep
# Within this many frames there is nearly always one of the project's own.
FRAMES = 12
FOREIGN = re.compile(r"(?:^|/)(?:site-packages|dist-packages|\.venv|venv|\.tox|\.nox|lib/python\d[^/]*)/")
FRAME = re.compile(r'File "([^"]+)", line (\d+)')
NEVER_AWAITED = re.compile(r"was never awaited")
TASK_LEFT = re.compile(r"was destroyed but it is pending|exception was never retrieved")


def watch(tell, current):
    """`tell` writes an event; `current` returns the id of the running test, or None."""
    if ON:
        logging.getLogger("asyncio").addHandler(TaskHandler(tell, current))
        # Tracing starts here and not with the process, because it makes imports several times slower.
        tracemalloc.start(FRAMES)
        remember_places()


def remember_places():
    """A warning keeps its object alive, which then counts as newly allocated, so the allocation site is read while the warning is handled.
    """
    plain = warnings.WarningMessage.__init__

    def with_place(self, *args, **options):
        plain(self, *args, **options)
        self.unflake_place = allocated_at(getattr(self, "source", None))

    warnings.WarningMessage.__init__ = with_place


def collect():
    """Collects garbage now, so that unclosed objects are reported for the right test."""
    if ON:
        gc.collect()


def saw_warning(tell, warning, test):
    """`warning`: an entry of `warnings.catch_warnings(record=True)`."""
    detector = kind_of(warning)
    if not ON or detector is None:
        return
    place = getattr(warning, "unflake_place", None) or own_place(warning.filename, warning.lineno)
    report(tell, detector, first_line(warning.message), place, test)


def kind_of(warning):
    if issubclass(warning.category, ResourceWarning):
        return "unclosed-resource"
    if issubclass(warning.category, RuntimeWarning) and NEVER_AWAITED.search(str(warning.message)):
        return "never-awaited"
    return None


class TaskHandler(logging.Handler):
    """asyncio reports lost tasks only through its logger."""

    def __init__(self, tell, current):
        super().__init__(logging.ERROR)
        self.tell = tell
        self.current = current

    def emit(self, record):
        text = record.getMessage()
        if not TASK_LEFT.search(text):
            return
        trace = "".join(trace_of(record))
        places = [own_place(file, int(line)) for file, line in FRAME.findall(text + trace)]
        report(self.tell, "task-left", first_line(text), next((p for p in reversed(places) if p), None), self.current())


def trace_of(record):
    if not record.exc_info or record.exc_info is True:
        return []
    import traceback

    return traceback.format_exception(*record.exc_info)


def allocated_at(source):
    trace = None if source is None else tracemalloc.get_object_traceback(source)
    places = [own_place(frame.filename, frame.lineno) for frame in trace or []]
    return next((place for place in reversed(places) if place), None)


def own_place(file, line):
    path = os.path.realpath(file)
    if not path.startswith(ROOT) or FOREIGN.search(path[len(ROOT) :]):
        return None
    return "%s:%d" % (path[len(ROOT) :].replace(os.sep, "/"), line)


def first_line(message):
    lines = str(message).strip().splitlines() or [""]
    # Addresses differ in every run.
    return re.sub(r" at 0x[0-9a-f]+", "", lines[0])[:300]


def report(tell, detector, says, place, test):
    tell({"ev": "detected", "detector": detector, "says": says, "where": place, "test": test})
