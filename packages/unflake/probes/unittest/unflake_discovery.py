"""Finds the tests of a project as `python -m unittest discover` does, with ids that name their file: `tests/test_a.py::Case::test_b`."""

import argparse
import os
import unittest
from unittest.loader import _FailedTest

from unflake_project_command import project_arguments

# Common test folders that are not packages, which discovery from the root does not reach.
USUAL_FOLDERS = ("tests", "test")


class FileLoader(unittest.TestLoader):
    """Records which file each test was loaded from, and reads only the files that are asked for."""

    def __init__(self, wanted):
        super().__init__()
        self.wanted = wanted
        self.file_of = {}
        self.files = set()

    def _match_path(self, path, full_path, pattern):
        if self.wanted is not None and relative(full_path) not in self.wanted:
            return False
        return super()._match_path(path, full_path, pattern)

    def loadTestsFromModule(self, module, *args, **options):
        suite = super().loadTestsFromModule(module, *args, **options)
        self.files.add(relative(module.__file__))
        for test in flattened(suite):
            # The innermost module counts, because a package can load the tests of its modules.
            self.file_of.setdefault(id(test), relative(module.__file__))
        return suite


class Discovery:
    def __init__(self, arguments):
        parser = argparse.ArgumentParser(prog="unittest discover", allow_abbrev=False)
        parser.add_argument("-s", "--start-directory", action="append", dest="start", default=[])
        parser.add_argument("-p", "--pattern", default="test*.py")
        parser.add_argument("-t", "--top-level-directory", dest="top")
        self.options, rest = parser.parse_known_args(arguments or project_arguments())
        ignored = [word for word in rest if word not in ("discover", "-v", "--verbose", "-q", "--quiet")]
        self.problems = ["not supported: arguments of unittest: %s" % " ".join(ignored)] if ignored else []

    def everything(self):
        return self._find(None)

    def in_files(self, files):
        return self._find(files)

    def _find(self, wanted):
        """Id → test, in the order in which they would run."""
        starts = self.options.start or ["."]
        tests = self._from(starts, wanted)
        if not tests and not self.problems and not self.options.start:
            # Falls back to common folders when nothing was found.
            tests = self._from([name for name in USUAL_FOLDERS if os.path.isdir(name)], wanted)
        return tests

    def _from(self, starts, wanted):
        tests = {}
        for start in starts:
            loader = FileLoader(wanted)
            for test in flattened(self._discover(loader, start)):
                if isinstance(test, _FailedTest):
                    continue
                name = id_of(test, loader.file_of.get(id(test)) or guessed_file(test, self.options.top or start))
                tests[numbered(name, tests)] = test
            self.problems += [text.strip() for text in loader.errors]
        return tests


    def _discover(self, loader, start):
        folder, pattern = (os.path.dirname(start) or ".", os.path.basename(start)) if os.path.isfile(start) else (start, self.options.pattern)
        try:
            return loader.discover(folder, pattern=pattern, top_level_dir=self.options.top)
        except ImportError as error:
            self.problems.append("tests in %s could not be looked for: %s" % (start, error))
            return []


def flattened(suite):
    for test in suite:
        if isinstance(test, unittest.BaseTestSuite):
            yield from flattened(test)
        else:
            yield test


def id_of(test, file):
    # Tests made from functions and docstrings have names of their own.
    own = type(test).id is not unittest.TestCase.id or isinstance(test, unittest.FunctionTestCase)
    name = test.id() if own else "%s::%s" % (type(test).__qualname__, test._testMethodName)
    return "%s::%s" % (file, escaped(name))


def numbered(name, taken):
    """A class that two modules import is loaded twice."""
    occurrence = 1
    numbered_name = name
    while numbered_name in taken:
        occurrence += 1
        numbered_name = "%s\\#%d" % (name, occurrence)
    return numbered_name


def guessed_file(test, top):
    """A module that is skipped during its import has no more than a name."""
    return relative(os.path.join(top, *test._testMethodName.split("."))) + ".py"


def escaped(name):
    return name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


def relative(path):
    return os.path.relpath(os.path.realpath(path), os.path.realpath(os.curdir)).replace(os.sep, "/")
