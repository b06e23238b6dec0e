"""Loaded before every Python program of a trial. Seeds `random`, ids and secrets, shifts the wall clock where our preload library could
not be built, and replaces a locale that is not installed. Then it loads the machine's own sitecustomize."""

import os
import sys


def seed_random(seed):
    """Seeds the shared generator, every new generator without a seed, and the random bytes of the operating system for ids and secrets."""
    import _random

    state = {"stream": _random.Random(seed), "forks": 0}

    def drawn(size):
        return state["stream"].getrandbits(8 * size).to_bytes(size, "little") if size > 0 else b""

    def before_fork():
        state["forks"] += 1

    def in_child():
        state["stream"] = _random.Random(seed * 1_000_003 + state["forks"])

    # Forked children draw from streams of their own; otherwise two of them would have the same ids.
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=before_fork, after_in_child=in_child)
    real_urandom, real_getrandom = os.urandom, getattr(os, "getrandom", None)

    def urandom(size, /):
        return drawn(len(real_urandom(size)))

    os.urandom = urandom
    if real_getrandom is not None:
        os.getrandom = lambda size, flags=0: drawn(len(real_getrandom(size, flags)))

    import random

    real_seed = random.Random.seed

    def seeded(self, a=None, version=2):
        real_seed(self, int.from_bytes(drawn(32), "little") if a is None else a, version)

    random._urandom, random.Random.seed = urandom, seeded
    random.seed = random._inst.seed
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=random.seed)
    random.seed(seed)


def shift_clock(seconds):
    import datetime
    import time

    real_time, real_ns, real_gettime = time.time, time.time_ns, getattr(time, "clock_gettime", None)
    time.time = lambda: real_time() + seconds
    time.time_ns = lambda: real_ns() + int(seconds * 1_000_000_000)
    if real_gettime is not None:
        time.clock_gettime = lambda clock: real_gettime(clock) + (seconds if clock == time.CLOCK_REALTIME else 0)

    def of_now(function):
        # unflake-allow wall-clock: this is the clock
        return lambda at=None: function(time.time() if at is None else at)

    time.localtime, time.gmtime, time.ctime = of_now(time.localtime), of_now(time.gmtime), of_now(time.ctime)
    format_time, break_down = time.strftime, time.localtime
    time.strftime = lambda form, at=None: format_time(form, break_down() if at is None else at)

    real_datetime, real_date = datetime.datetime, datetime.date

    # The classes are written in C and cannot be patched; these replace them, and instances of the originals count as instances of these.
    class InstanceOfReal(type):
        def __instancecheck__(cls, thing):
            return isinstance(thing, cls.stands_for)

        def __subclasscheck__(cls, kind):
            return issubclass(kind, cls.stands_for)

    class ShiftedDatetime(real_datetime, metaclass=InstanceOfReal):
        stands_for = real_datetime

        @classmethod
        def now(cls, tz=None):
            # unflake-allow wall-clock: this is the clock
            return real_datetime.fromtimestamp(time.time(), tz)

        @classmethod
        def utcnow(cls):
            # unflake-allow wall-clock: this is the clock
            return real_datetime.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)

        @classmethod
        def today(cls):
            # unflake-allow wall-clock: this is the clock
            return real_datetime.fromtimestamp(time.time())

    class ShiftedDate(real_date, metaclass=InstanceOfReal):
        stands_for = real_date

        @classmethod
        def today(cls):
            # unflake-allow wall-clock: this is the clock
            return real_date.fromtimestamp(time.time())

    datetime.datetime, datetime.date = ShiftedDatetime, ShiftedDate


def forgive_locale():
    """The locale of the variables is not installed: a request for it gets C.UTF-8 instead of an error."""
    import locale

    real = locale.setlocale

    def setlocale(category, name=None):
        try:
            return real(category, name)
        except locale.Error:
            if name != "":
                raise
            return real(category, "C.UTF-8")

    locale.setlocale = setlocale


def machines_own():
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [place for place in sys.path if os.path.abspath(place) != here]
    ours = sys.modules.pop("sitecustomize", None)
    try:
        import sitecustomize  # noqa: F401
    except ImportError as error:
        if error.name != "sitecustomize":
            raise
        if ours is not None:
            sys.modules["sitecustomize"] = ours


if os.environ.get("UNFLAKE_RANDOM_SEED"):
    seed_random(int(os.environ["UNFLAKE_RANDOM_SEED"]))
if os.environ.get("UNFLAKE_LOCALE"):
    forgive_locale()
if os.environ.get("UNFLAKE_CLOCK_IN_RUNTIME") and os.environ.get("UNFLAKE_CLOCK_SHIFT_MS"):
    shift_clock(int(os.environ["UNFLAKE_CLOCK_SHIFT_MS"]) / 1000)
machines_own()
