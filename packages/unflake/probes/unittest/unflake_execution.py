"""One execution of one test: its phases and its combined outcome."""

import os
import unittest
from time import perf_counter

import unflake_stream

MESSAGE_LIMIT = 8000
FRAME_LIMIT = 30
PHASES = (("_callSetUp", "setup"), ("_callTestMethod", "call"), ("_callTearDown", "teardown"), ("doCleanups", "teardown"))
OWN_PROCESS = os.getpid()
# unittest leaves out the frames of such modules, and otherwise cuts the traceback of a failed assertion at ours.
__unittest = True


class Execution:
    def __init__(self, name, run):
        self.name = name
        self.run = run
        self.body_failure = None
        self.fixture_failure = None
        self.body_raised = False
        self.skipped = False
        self.expected_failure = False
        self.began = 0.0

    def started(self):
        self.began = perf_counter()
        self._write("start")

    def watch(self, test):
        """Class and module fixtures run before unittest reports the start of the test; they count as its set-up."""
        self._write("phase", when="setup", ms=(perf_counter() - self.began) * 1000)
        for method, phase in PHASES:
            # Private names, the same from 3.8 to 3.14. Without them there are no phases, and the type of error decides whether the body
            # failed.
            if hasattr(test, method):
                setattr(test, method, self._timed(getattr(test, method), phase))

    def unwatch(self, test):
        for method, _ in PHASES:
            # Otherwise each instance would reference itself and live until the next garbage collection.
            vars(test).pop(method, None)

    def ended(self):
        self._end(self._outcome(), self.body_failure or self.fixture_failure)

    def block(self, outcome, failure):
        self._end(outcome, failure)

    def failed_in_body(self, failure):
        self.body_failure = self.body_failure or failure

    def broken(self, failure):
        # Python before 3.11 reports errors after all phases, in their order: those of the body come before those of the tear-down.
        if self.body_raised and self.body_failure is None:
            self.body_failure = failure
        else:
            self.fixture_failure = self.fixture_failure or failure

    def _outcome(self):
        if self.body_failure is not None:
            return "failed"
        if self.fixture_failure is not None:
            return "errored"
        return "skipped" if self.skipped or self.expected_failure else "passed"

    def _timed(self, method, phase):
        def call(*args, **options):
            began = perf_counter()
            try:
                return method(*args, **options)
            except unittest.SkipTest:
                raise
            except BaseException:
                self.body_raised = self.body_raised or phase == "call"
                raise
            finally:
                self._write("phase", when=phase, ms=(perf_counter() - began) * 1000)

        return call

    def _end(self, outcome, failure):
        error = {} if failure is None or outcome == "passed" else {"error": failure}
        self._write("end", outcome=outcome, ms=(perf_counter() - self.began) * 1000, **error)

    def _write(self, event, **fields):
        tell(dict(fields, ev=event, id=self.name, run=self.run))


def speak_here():
    """Called in a fork of ours, whose events count."""
    global OWN_PROCESS
    OWN_PROCESS = os.getpid()


def tell(event):
    # A test that forks and returns in both processes would otherwise be recorded twice.
    if os.getpid() == OWN_PROCESS:
        unflake_stream.write(event)


def failure_of(err):
    kind, value, trace = err
    return {"type": kind.__name__, "message": text_of(value)[:MESSAGE_LIMIT], "stack": stack_of(trace)}


def text_of(value):
    try:
        return str(value)
    except Exception as error:  # A broken __str__ belongs to the test, and its failure must still be reported.
        return "<%s: its text could not be had: %s>" % (type(value).__name__, type(error).__name__)


def stack_of(trace):
    frames = []
    while trace is not None:
        code = trace.tb_frame.f_code
        # Frames of unittest and ours are the same in every failure.
        if "__unittest" not in trace.tb_frame.f_globals:
            frames.append('File "%s", line %d, in %s' % (code.co_filename, trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    return "\n".join(frames[-FRAME_LIMIT:])
