"""Which tests to run, in which order and how often; and the ids by which they are known.

An id is pytest's own node id; the second of two equal node ids (pytest 7 allows them) has `\\#2` behind it.
"""

import copy
import json
import os

from unflake_forks import cut


class Selection:
    def __init__(self, tests, repeat, forks, fork_ms):
        self.tests = tests
        self.repeat = repeat
        self.forks = forks
        self.fork_ms = fork_ms

    @staticmethod
    def from_environment():
        path = os.environ.get("UNFLAKE_SELECTION")
        if path is None:
            return None
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        return Selection(content["tests"], content["repeat"], content.get("forks"), content.get("forkMs"))

    def existing_files(self):
        """pytest refuses all arguments if one of them does not exist."""
        named = dict.fromkeys(test.split("::")[0] for test in self.tests)
        files = [file for file in named if os.path.exists(file)]
        # Without arguments pytest would collect everything.
        return files or [os.devnull]

    def choose(self, items):
        """The items in the wanted order, a fresh copy for each repetition; and the ids that no item has."""
        by_id = dict(zip(ids_of(items), items))
        missing = [test for test in self.tests if test not in by_id]
        runs = {}
        chosen = []
        for _ in range(self.repeat):
            for test in self.tests:
                if test not in by_id:
                    continue
                run = runs.get(test, 0)
                runs[test] = run + 1
                item = by_id[test] if run == 0 else fresh_copy(by_id[test])
                item._unflake_identity = (test, run)
                chosen.append(item)
        return chosen, missing

    def pieces(self, items):
        """The selected items, cut at the given lengths. A missing test shortens its piece."""
        chosen = iter(items)
        present = {Selection.identity_of(item)[0] for item in items}
        for tests in cut(self.tests, self.forks):
            yield [next(chosen) for test in tests if test in present]

    @staticmethod
    def identity_of(item):
        return getattr(item, "_unflake_identity", (item.nodeid, 0))


def ids_of(items):
    seen = {}
    ids = []
    for item in items:
        occurrence = seen.get(item.nodeid, 0) + 1
        seen[item.nodeid] = occurrence
        ids.append(item.nodeid if occurrence == 1 else "%s\\#%d" % (item.nodeid, occurrence))
    return ids


def fresh_copy(item):
    """The same item twice in a session would share its set-up; a copy has its own, and its own instance of the test class."""
    clone = copy.copy(item)
    clone._report_sections = []
    clone.user_properties = list(item.user_properties)
    if hasattr(item, "stash"):
        clone.stash = copy.copy(item.stash)
        clone.stash._storage = dict(item.stash._storage)
    if getattr(item, "cls", None) is not None:
        # The method is bound to the instance of the original item; it is looked up again on first use.
        for name in ("_obj", "_instance", "_testcase"):
            clone.__dict__.pop(name, None)
    if getattr(item, "dtest", None) is not None:
        # A doctest empties its names when it has run, so the second run would find none.
        clone.dtest = copy.copy(item.dtest)
        clone.dtest.globs = dict(item.dtest.globs)
    if hasattr(clone, "_initrequest"):
        clone._initrequest()
    return clone
