"""The test databases of a trial of Django's tests: nobody else's, and as Django promises them in orders that Django would not choose.

Imports Django only when its runner has loaded it.
"""

import fcntl
import hashlib
import os
import sqlite3
import tempfile

# Servers cut longer names, and two names could become one.
NAME_LIMIT = 63
MAX_SLOTS = 1000


class Databases:
    def __init__(self, cache):
        self._cache = cache
        self._suffix = None
        self._contents = None

    def are_in_memory(self):
        return all(is_in_memory(connection) for connection in connections())

    def make_private(self):
        """Trials run at the same time."""
        for connection in connections():
            test = connection.settings_dict["TEST"]
            if test.get("MIRROR") or is_in_memory(connection):
                continue
            name = connection.creation._get_test_db_name()
            if connection.vendor == "sqlite":
                test["NAME"] = os.path.join(tempfile.mkdtemp(), os.path.basename(str(name)))
            elif connection.vendor in ("postgresql", "mysql"):
                suffix = self._own_suffix()
                test["NAME"] = name[: NAME_LIMIT - len(suffix)] + suffix

    def _own_suffix(self):
        """The same few names again and again, so that a trial that was killed leaves its database to one that comes later."""
        if self._suffix is None:
            folder = self._cache or tempfile.gettempdir()
            os.makedirs(folder, exist_ok=True)
            slot, self._lock = free_slot(folder)
            self._suffix = "_unflake_%s_%d" % (hashlib.sha256(folder.encode()).hexdigest()[:8], slot)
        return self._suffix

    def remember(self, order, rank):
        """
        Django runs its TestCase classes first, in a database as the migrations left it. The trial's order may put one behind a class that
        empties the tables: then that state is brought back.
        """
        self._rank = rank
        self._last = 0
        ranks = [rank(test) for test in order]
        if any(later < earlier for earlier, later in zip(ranks, ranks[1:])):
            self._contents = [(connection, contents_of(connection)) for connection in connections() if not connection.settings_dict["TEST"].get("MIRROR")]

    def before(self, test):
        rank = self._rank(test)
        if rank < self._last and self._contents is not None:
            for connection, contents in self._contents:
                bring_back(connection, contents)
        self._last = rank


def connections():
    from django.db import connections

    return connections.all()


def is_in_memory(connection):
    return connection.vendor == "sqlite" and connection.creation.is_in_memory_db(connection.creation._get_test_db_name())


def free_slot(folder):
    """Held for as long as the process lives."""
    for slot in range(MAX_SLOTS):
        lock = os.open(os.path.join(folder, "test-database-%d.lock" % slot), os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return slot, lock
        except OSError:
            os.close(lock)
    raise OSError("no name is free for a test database")


def contents_of(connection):
    connection.ensure_connection()
    if connection.vendor != "sqlite":
        return connection.creation.serialize_db_to_string()
    copy = sqlite3.connect(":memory:")
    connection.connection.backup(copy)
    return copy


def bring_back(connection, contents):
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        contents.backup(connection.connection)
        return
    from django.core.management import call_command

    call_command("flush", verbosity=0, interactive=False, database=connection.alias, reset_sequences=False, inhibit_post_migrate=True)
    connection.creation.deserialize_db_from_string(contents)
