"""The hooks of our pytest plugin: run exactly the selected tests in exactly the given order, and stream what each of them does.

They only connect; the stream, the selection and the reading of reports are in the other files of this folder.
"""

import os

import pytest

import unflake_detectors
from unflake_ahead import forget_distributions
from unflake_bytecode import keep_bytecode
from unflake_ending import collect_once
from unflake_forks import run_in_forks
from unflake_reports import Execution, failure_of
from unflake_retries import silence_retries
from unflake_selection import Selection, ids_of
from unflake_stream import write

selection = None
executing = None


def begin():
    """Called when pytest loads the plugin: this file may have been loaded before the selection was known."""
    global selection
    keep_bytecode()
    selection = Selection.from_environment()
    unflake_detectors.watch(write, lambda: executing and executing.test)


@pytest.hookimpl(hookwrapper=True)
def pytest_cmdline_main(config):
    """Other plugins read these options in the same hook, so they are set before any plugin runs."""
    forget_distributions()
    workers = int(os.environ.get("UNFLAKE_WORKERS") or 0)
    if hasattr(config.option, "numprocesses") and not is_worker(config):
        config.option.numprocesses = workers if workers > 1 else 0
        config.option.dist = "load" if workers > 1 else "no"
        config.option.tx = []
        # pytest-xdist reruns nothing, but it would replace a crashed worker forever.
        config.option.maxworkerrestart = "100"
    elif workers > 1 and not is_worker(config):
        write({"ev": "problem", "text": "pytest-xdist is not installed: the tests ran in one process"})
    if selection is not None:
        config.args = selection.existing_files()
    yield


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    silence_retries(config)
    collect_once(config)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_collection_modifyitems(session, config, items):
    """Outermost wrapper: our order overrides that of all other plugins."""
    yield
    if selection is None:
        return
    chosen, missing = selection.choose(items)
    kept = {id(item) for item in chosen}
    rest = [item for item in items if id(item) not in kept]
    if rest:
        config.hook.pytest_deselected(items=rest)
    items[:] = chosen
    if not is_worker(config):
        for test in missing:
            write({"ev": "problem", "text": "missing: no test is called '%s'" % test})


def pytest_collectreport(report):
    if report.failed:
        text = "%s could not be collected: %s" % (report.nodeid or "the suite", report.longrepr)
        write({"ev": "problem", "text": text[:4000]})


def pytest_collection_finish(session):
    if session.config.option.collectonly:
        write({"ev": "collected", "ids": ids_of(session.items)})


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    """Replaces pytest's own loop when the selection runs in forks."""
    if selection is None or not selection.forks or session.config.option.collectonly:
        return None

    def run_piece(items):
        for item, after in zip(items, items[1:] + [None]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)

    run_in_forks(selection.pieces(session.items), selection.fork_ms, run_piece, write)
    return True


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    global executing
    execution = executing = Execution(item, *Selection.identity_of(item))
    execution.started()
    yield
    executing = None
    execution.ended()


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    result = yield
    if executing is not None and executing.item is item:
        executing.add(result.get_result(), failure_of(call.excinfo))


def pytest_runtest_logreport(report):
    # Subtests and retry plugins report only here, without a makereport of their own.
    if executing is not None and report.nodeid == executing.item.nodeid:
        executing.add_unseen(report)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item):
    unflake_detectors.collect()


def pytest_warning_recorded(warning_message, when, nodeid, location):
    unflake_detectors.saw_warning(write, warning_message, nodeid or None)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    if not is_worker(session.config):
        write({"ev": "done"})


def is_worker(config):
    return hasattr(config, "workerinput")
