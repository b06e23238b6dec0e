"""Runs a project's unittest tests in exactly the given order and streams what each of them does: `run.py [arguments of discover]`.

Finding, ordering and recording are in the other files of this folder.
"""

import json
import os
import sys
import warnings
from collections import Counter

OURS = [os.path.dirname(os.path.abspath(__file__)), os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pytest")]

# `python -m unittest` puts the working folder first in sys.path; a script puts its own folder there.
sys.path[0] = os.getcwd()
sys.path.extend(OURS)

import unflake_detectors
import unflake_start
from unflake_bytecode import keep_bytecode
from unflake_discovery import Discovery
from unflake_execution import speak_here, tell
from unflake_forks import cut, run_in_forks
from unflake_suite import OrderedSuite, ResultRecorder


def hide():
    """The project must not see our files, and its child processes must not inherit them."""
    keep_bytecode()
    sys.path[:] = [path for path in sys.path if path not in OURS]


def main(arguments):
    speak_here()
    # Tests that read sys.argv must see what they would see without us.
    sys.argv = ["python -m unittest"]
    selection = read_selection()
    discovery = Discovery(arguments)
    if selection is None:
        tests = discovery.everything()
        tell_problems(discovery)
        tell({"ev": "collected", "ids": list(tests)})
        tell({"ev": "done"})
        return 0
    tests = discovery.in_files({test.split("::")[0] for test in selection["tests"]})
    tell_problems(discovery)
    for test in selection["tests"]:
        if test not in tests:
            tell({"ev": "problem", "text": "missing: no test is called '%s'" % test})
    known = [test for test in selection["tests"] if test in tests]
    recorder = ResultRecorder()
    if not sys.warnoptions:
        # unittest's own program does the same.
        warnings.simplefilter("default")
    watch_detectors(recorder)
    if selection.get("forks"):
        run_pieces(selection, tests, recorder)
    else:
        OrderedSuite(known * selection["repeat"], tests, recorder).run(recorder)
    tell({"ev": "done"})
    return 0 if recorder.wasSuccessful() else 1


def run_pieces(selection, tests, recorder):
    runs = Counter()

    def pieces():
        for names in cut(selection["tests"], selection["forks"]):
            piece = [name for name in names if name in tests]
            yield piece, dict(runs)
            runs.update(piece)

    def run_piece(piece):
        names, before = piece
        speak_here()
        OrderedSuite(names, tests, recorder, before).run(recorder)

    run_in_forks(pieces(), selection["forkMs"], run_piece, tell)


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


def read_selection():
    path = os.environ.get("UNFLAKE_SELECTION")
    if path is None:
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def tell_problems(discovery):
    for text in discovery.problems:
        tell({"ev": "problem", "text": text[:4000]})


def run_trial():
    sys.exit(main(sys.argv[1:]))


def main_process():
    start = unflake_start.read()
    if start.serves:
        import unflake_preload
        from unflake_server import serve

        if start.imports is not None:
            unflake_preload.preload(start.imports, keep_filters=True)
        hide()
        serve(start.gate, run_trial)
    if start.gate is not None:
        from unflake_server import wait_once

        wait_once(start.gate)
    start.learn()
    hide()
    run_trial()


if __name__ == "__main__":
    main_process()
else:
    # In a process that a test has started.
    hide()
