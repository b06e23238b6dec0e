"""Combines the reports of one execution into its outcome: set-up, body (with subtests) and tear-down."""

import re

from unflake_stream import write

TIMEOUT = re.compile(r"Timeout \(?>\s*[\d.]+\s*s\)?")
MESSAGE_LIMIT = 8000
FRAME_LIMIT = 30


class Execution:
    def __init__(self, item, test, run):
        self.item = item
        self.test = test
        self.run = run
        self.seen = []
        self.phases = {"setup": [], "call": [], "teardown": []}
        self.failure = None
        self.ms = 0.0

    def started(self):
        write({"ev": "start", "id": self.test, "run": self.run})

    def add(self, report, failure):
        """pytest's own result of a phase."""
        self.seen.append(report)
        if report.when not in self.phases:
            return
        retried = report.when == "setup" and len(self.phases["setup"]) > 0
        if retried or report.outcome == "rerun":
            write({"ev": "retried", "text": "%s was run again by a plugin that could not be turned off" % self.test})
        # Of several attempts, the first counts.
        if self.retried() or retried:
            return
        self.phases[report.when].append(report.outcome)
        self.ms += report.duration * 1000
        if failure is not None and self.failure is None and report.outcome != "passed":
            self.failure = failure
        write({"ev": "phase", "id": self.test, "run": self.run, "when": report.when, "ms": report.duration * 1000})

    def add_unseen(self, report):
        """The report of a subtest, which bypasses makereport."""
        if any(report is known for known in self.seen):
            return
        self.add(report, failure_from_text(report))

    def retried(self):
        return len(self.phases["teardown"]) > 0

    def ended(self):
        outcome = self.outcome()
        if outcome is None:
            # The session was interrupted during the test. Without an end event, this test is identified as the culprit.
            return
        event = {"ev": "end", "id": self.test, "run": self.run, "outcome": outcome, "ms": self.ms}
        if self.failure is not None and outcome != "passed":
            event["error"] = self.failure
        write(event)

    def outcome(self):
        setup, call, teardown = (self.phases[name] for name in ("setup", "call", "teardown"))
        if not teardown:
            return None
        if "failed" in call:
            return "timed-out" if self.failure and TIMEOUT.search(self.failure["message"][:200]) else "failed"
        if "failed" in setup or "failed" in teardown:
            return "errored"
        if "passed" in call:
            return "passed"
        return "skipped"


def failure_of(excinfo):
    if excinfo is None:
        return None
    return {"type": excinfo.typename, "message": text_of(excinfo.value)[:MESSAGE_LIMIT], "stack": stack_of(excinfo)}


def failure_from_text(report):
    if report.outcome == "passed":
        return None
    crash = getattr(report.longrepr, "reprcrash", None)
    message = crash.message if crash is not None else str(report.longrepr or "")
    return {"type": "", "message": message[:MESSAGE_LIMIT], "stack": ""}


def text_of(value):
    try:
        return str(value)
    except Exception as error:  # A broken __str__ belongs to the test, and its failure must still be reported.
        return "<%s: its text could not be had: %s>" % (type(value).__name__, type(error).__name__)


def stack_of(excinfo):
    frames = list(excinfo.traceback)[-FRAME_LIMIT:]
    return "\n".join('File "%s", line %d, in %s' % (entry.path, entry.lineno + 1, entry.name) for entry in frames)
