"""Tells the tests of a suite, or runs those of a selection. How they were found does not matter here."""

import warnings
from collections import Counter

import unflake_detectors
from unflake_execution import speak_here, tell
from unflake_forks import cut, run_in_forks
from unflake_suite import OrderedSuite, ResultRecorder


def list_tests(tests, problems):
    tell_problems(problems)
    tell({"ev": "collected", "ids": list(tests)})


def files_of(selection):
    return {test.split("::")[0] for test in selection["tests"]}


class Trial:
    """`runs`: how often each test has run before this trial."""

    def __init__(self, selection, runs=None):
        self.selection = selection
        self.runs = dict(runs or {})
        self.recorder = ResultRecorder()

    def selected(self, tests, problems):
        """Tells what is missing."""
        tell_problems(problems)
        for name in self.selection["tests"]:
            if name not in tests:
                tell({"ev": "problem", "text": "missing: no test is called '%s'" % name})
        return [name for name in self.selection["tests"] if name in tests]

    def run(self, tests, names, before=None):
        """`before` is called with each test, ahead of the fixtures of its module and class."""
        watch_detectors(self.recorder)
        if self.selection.get("forks"):
            self.in_forks(lambda piece: OrderedSuite(piece.known(tests), tests, self.recorder, piece.runs, before).run(self.recorder))
        else:
            OrderedSuite(names * self.selection["repeat"], tests, self.recorder, self.runs, before).run(self.recorder)

    def in_forks(self, run_piece):
        """`run_piece` is called with a trial for each piece, in a fork."""

        def run(piece):
            speak_here()
            run_piece(piece)

        run_in_forks(self._pieces(), self.selection["forkMs"], run, tell)

    def known(self, tests):
        return [name for name in self.selection["tests"] if name in tests]

    def _pieces(self):
        runs = Counter()
        for names in cut(self.selection["tests"], self.selection["forks"]):
            yield Trial({"tests": names, "repeat": 1}, runs)
            runs.update(names)


def watch_detectors(recorder):
    current = lambda: recorder.current and recorder.current.name
    unflake_detectors.watch(tell, current)
    show = getattr(warnings, "_showwarnmsg_impl", None)
    if not unflake_detectors.ON or show is None:
        return

    def show_and_tell(message):
        # A private name, because the public hook is not told where the object was created. Warnings that a test catches itself do not
        # arrive here.
        unflake_detectors.saw_warning(tell, message, current())
        show(message)

    warnings._showwarnmsg_impl = show_and_tell


def tell_problems(problems):
    for text in problems:
        tell({"ev": "problem", "text": text[:4000]})
