"""A plugin of pytest for the benches: runs the tests that a file lists, in its order and as often as they are in it, and writes how each ended."""

import copy
import json
import os

import pytest

OUTCOMES = {}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    by_id = {item.nodeid: item for item in items}
    with open(os.environ["LISTED_TESTS"], encoding="utf-8") as lines:
        listed = json.load(lines)
    # A missing test is no failure: its id is then absent from the outcomes.
    items[:] = [again(by_id[test]) for test in listed if test in by_id]


def again(item):
    """An item that runs twice needs its own set-up and its own instance of the test class."""
    clone = copy.copy(item)
    if getattr(item, "cls", None) is not None:
        for name in ("_obj", "_instance", "_testcase"):
            clone.__dict__.pop(name, None)
    if hasattr(clone, "_initrequest"):
        clone._initrequest()
    return clone


def pytest_runtest_logreport(report):
    """The last execution of a test decides."""
    if report.when == "setup":
        OUTCOMES[report.nodeid] = report.outcome
    elif report.outcome != "passed":
        OUTCOMES[report.nodeid] = report.outcome


def pytest_sessionfinish():
    with open(os.environ["LISTED_OUTCOMES"], "w", encoding="utf-8") as out:
        json.dump(OUTCOMES, out)
