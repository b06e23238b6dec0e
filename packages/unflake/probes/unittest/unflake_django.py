"""Runs the command by which a project of Django tests itself (`manage.py test`), with our choice and order of tests.

The project's own script and its own test runner do everything else: settings, set-up, databases, the search for tests.
"""

import importlib.util
import os
import runpy
import sys
import traceback
import unittest
import warnings
from unittest.loader import _FailedTest

from unflake_databases import Databases
from unflake_discovery import FileLoader, flattened, id_of, numbered, relative
from unflake_execution import tell
from unflake_trial import Trial, files_of, list_tests

RUNNER = "django.test.runner"
LIBRARIES = ("site-packages", "dist-packages")


def run_command(command, trial, cache):
    """`trial`: None to list the tests. Returns false where the command came to none."""
    run = DjangoRun(trial, cache)
    when_imported(RUNNER, run.take_over)
    try:
        run_script(command)
    except SystemExit:
        # The script passes on how many tests failed.
        pass
    except Exception as error:
        traceback.print_exc()
        words = (" ".join(command), type(error).__name__, error, place_of(error))
        tell({"ev": "problem", "text": "`%s` failed: %s: %s%s" % words})
        return False
    if not run.reached:
        tell({"ev": "problem", "text": "`%s` ended before it came to a test runner of Django" % " ".join(command)})
    return run.reached


def place_of(error):
    """The innermost line of the project itself."""
    inside = os.getcwd() + os.sep
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = os.path.abspath(frame.filename)
        if os.path.isfile(path) and path.startswith(inside) and not any(part in LIBRARIES for part in path.split(os.sep)):
            return " (%s:%d)" % (relative(path), frame.lineno)
    return ""


def run_script(command):
    """As `python <command>`."""
    sys.argv = list(command)
    if command[0] == "-m":
        sys.argv = command[1:]
        runpy.run_module(command[1], run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = os.path.dirname(os.path.abspath(command[0]))
        runpy.run_path(command[0], run_name="__main__")


class DjangoRun:
    def __init__(self, trial, cache):
        self.trial = trial
        self.reached = False
        self.databases = Databases(cache)

    def take_over(self, module):
        """Each runner that is made from now on is one of ours, whichever class of the project it has."""
        original = module.DiscoverRunner.__init__

        def __init__(runner, *args, **options):
            original(runner, *args, **options)
            runner.__class__ = self.with_our_order(type(runner))

        __init__.__wrapped__ = original
        module.DiscoverRunner.__init__ = __init__

    def with_our_order(self, kind):
        run = self

        class Runner(kind):
            def run_tests(self, test_labels=None, *args, **options):
                run.reached = True
                run.settle(self)
                if run.trial is None:
                    return run.list_tests(self, lambda: super(Runner, self).build_suite(test_labels or []))
                pieces = run.trial.selection.get("forks")
                if not pieces or run.databases.are_in_memory():
                    return super().run_tests(test_labels, *args, **options)
                # A fork cannot share a database outside the process: each piece has databases of its own.
                run.trial.in_forks(lambda piece: run.run_piece(piece, lambda: super(Runner, self).run_tests(test_labels, *args, **options)))
                return 0

            def build_suite(self, *args, **options):
                return run.selected_suite(self, lambda: super(Runner, self).build_suite(*args, **options))

            def setup_databases(self, **options):
                run.databases.make_private()
                made = super().setup_databases(**options)
                run.databases.remember(run.order, run.ranks)
                return made

            def run_suite(self, suite, **options):
                with warnings.catch_warnings():
                    if not sys.warnoptions:
                        # unittest's own program does the same.
                        warnings.simplefilter("default")
                    run.trial.run(run.tests, run.names, run.databases.before)
                return run.trial.recorder

        Runner.__name__, Runner.__qualname__, Runner.__module__ = kind.__name__, kind.__qualname__, kind.__module__
        return Runner

    def settle(self, runner):
        """What would ask, stop early, draw an order, keep data or use more processes."""
        for name, value in (("interactive", False), ("failfast", False), ("pdb", False), ("shuffle", False), ("keepdb", False), ("parallel", 0)):
            setattr(runner, name, value)

    def list_tests(self, runner, build):
        runner.setup_test_environment()
        try:
            list_tests(*self._load(runner, build, None))
        finally:
            runner.teardown_test_environment()
        return 0

    def run_piece(self, piece, run_tests):
        self.trial = piece
        run_tests()

    def selected_suite(self, runner, build):
        self.tests, problems = self._load(runner, build, files_of(self.trial.selection))
        self.names = self.trial.selected(self.tests, problems)
        groups = tuple(runner.reorder_by)
        self.order = [self.tests[name] for name in self.names]
        self.ranks = lambda test: next((rank for rank, group in enumerate(groups) if isinstance(test, group)), len(groups))
        # Django asks it which databases the tests need.
        return runner.test_suite([self.tests[name] for name in dict.fromkeys(self.names)])

    def _load(self, runner, build, files):
        """Id → test, in the order of Django, and what could not be loaded."""
        # A loader of the project loads everything.
        loader = FileLoader(files) if type(runner.test_loader) is unittest.TestLoader else runner.test_loader
        runner.test_loader = loader
        try:
            suite = build()
        except Exception as error:
            traceback.print_exc()
            return {}, ["the tests could not be looked for: %s: %s" % (type(error).__name__, error)]
        tests = {}
        for test in flattened(suite):
            if not isinstance(test, _FailedTest):
                tests[numbered(id_of(test, file_of(test, loader)), tests)] = test
        return tests, [text.strip() for text in getattr(loader, "errors", [])]


def file_of(test, loader):
    """Django names a test by the module of its class, and runs it once if other modules import the class. That may be no module of tests."""
    own = relative(sys.modules[type(test).__module__].__file__)
    return own if own in getattr(loader, "files", [own]) else loader.file_of.get(id(test), own)


def when_imported(name, take):
    """Not imported here: a script may have things to do before Django is loaded."""
    if name in sys.modules:
        take(sys.modules[name])
    else:
        sys.meta_path.insert(0, ImportHook(name, take))


class ImportHook:
    def __init__(self, name, take):
        self.name = name
        self.take = take

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            self.take(module)

        spec.loader.exec_module = exec_module
        return spec
