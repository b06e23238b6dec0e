"""Runs tests one after the other as a unittest suite does, with class and module fixtures, and streams each result as it happens."""

import copy
import unittest

import unflake_detectors
from unflake_execution import Execution, failure_of, tell


class OrderedSuite(unittest.TestSuite):
    """Yields a fresh copy for each execution, so that nothing outlives it that a plain run would release."""

    _cleanup = False

    def __init__(self, order, tests, recorder, runs=None, before=None):
        """`runs`: how often each test has run before this suite. `before` is called with each test, ahead of its fixtures."""
        super().__init__()
        self._order = order
        self._known = tests
        self._recorder = recorder
        self._runs = dict(runs or {})
        self._before = before

    def __iter__(self):
        for name in self._order:
            run = self._runs.get(name, 0)
            self._runs[name] = run + 1
            test = copy.copy(self._known[name])
            # The only attributes that a test case changes in place.
            test._cleanups = []
            self._recorder.next = Execution(name, run)
            yield test
            self._recorder.finished()

    def _handleModuleFixture(self, test, result):
        if self._get_previous_module(result) != test.__class__.__module__:
            # The tear-down of one module is not part of the first test of the next.
            self._handleModuleTearDown(result)
            result._previousTestClass = None
        result.begin()
        if self._before is not None:
            self._before(test)
        super()._handleModuleFixture(test, result)

    def _handleClassSetUp(self, test, result):
        super()._handleClassSetUp(test, result)
        if getattr(test.__class__, "_classSetupFailed", False) or getattr(result, "_moduleSetUpFailed", False):
            result.blocked()


class ResultRecorder(unittest.TestResult):
    """Maps unittest's own events to our stream."""

    def __init__(self):
        super().__init__()
        self.next = None
        self.current = None
        self.fixture_outcome = None

    def begin(self):
        self.current, self.next = self.next, None
        self.current.started()

    def blocked(self):
        """The set-up of the class or module failed or was skipped: unittest reports nothing more about its tests."""
        outcome, failure = self.fixture_outcome
        self.current.block(outcome, failure)
        self.current = None

    def startTest(self, test):
        super().startTest(test)
        self.current.watch(test)

    def stopTest(self, test):
        super().stopTest(test)
        unflake_detectors.collect()
        self.current.unwatch(test)

    def finished(self):
        """Here and not where unittest stops a test: Django sets up and tears down around all that unittest does."""
        if self.current is not None:
            self.current.ended()
            self.current = None

    def addError(self, test, err):
        super().addError(test, err)
        self._broken(test, err)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._broken(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.current.failed_in_body(failure_of(err))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if not isinstance(test, unittest.TestCase):
            self.fixture_outcome = ("skipped", {"type": "skipped", "message": str(reason)})
        elif not hasattr(test, "test_case"):
            # A skipped subtest does not make the whole test skipped.
            self.current.skipped = True

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.current.expected_failure = True

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.current.failed_in_body({"type": "unexpected success", "message": "the test passed and is marked as an expected failure"})

    def _broken(self, test, err):
        if isinstance(test, unittest.TestCase):
            self.current.broken(failure_of(err))
            return
        failure = failure_of(err)
        if self.current is not None:
            self.fixture_outcome = ("errored", failure)
        else:
            tell({"ev": "problem", "text": "%s failed: %s: %s" % (test.id(), failure["type"], failure["message"])})
