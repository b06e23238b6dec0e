"""Runs a project's unittest tests in exactly the given order and streams what each of them does.

`run.py [arguments of discover]`, or `run.py --django <command>` for a project of Django that tests itself by this command. Finding, ordering
and recording are in the other files of this folder.
"""

import json
import os
import sys
import warnings

OURS = [os.path.dirname(os.path.abspath(__file__)), os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pytest")]

# `python -m unittest` puts the working folder first in sys.path; a script puts its own folder there.
sys.path[0] = os.getcwd()
sys.path.extend(OURS)

import unflake_start
from unflake_bytecode import keep_bytecode
from unflake_discovery import Discovery
from unflake_django import run_command
from unflake_execution import speak_here, tell
from unflake_trial import Trial, files_of, list_tests


def hide():
    """The project must not see our files, and its child processes must not inherit them."""
    keep_bytecode()
    sys.path[:] = [path for path in sys.path if path not in OURS]


def main(arguments, cache):
    speak_here()
    selection = read_selection()
    trial = None if selection is None else Trial(selection)
    if arguments[:1] == ["--django"]:
        ran = run_command(arguments[1:], trial, cache)
    else:
        ran = True
        run_discovered(arguments, trial)
    tell({"ev": "done"})
    return 0 if ran and (trial is None or trial.recorder.wasSuccessful()) else 1


def run_discovered(arguments, trial):
    # Tests that read sys.argv must see what they would see without us.
    sys.argv = ["python -m unittest"]
    discovery = Discovery(arguments)
    if trial is None:
        list_tests(discovery.everything(), discovery.problems)
        return
    tests = discovery.in_files(files_of(trial.selection))
    names = trial.selected(tests, discovery.problems)
    if not sys.warnoptions:
        # unittest's own program does the same.
        warnings.simplefilter("default")
    trial.run(tests, names)


def read_selection():
    path = os.environ.get("UNFLAKE_SELECTION")
    if path is None:
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main_process():
    start = unflake_start.read()
    cache = start.imports and os.path.dirname(start.imports)

    def run_trial():
        sys.exit(main(sys.argv[1:], cache))

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
