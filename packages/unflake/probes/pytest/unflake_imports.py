"""Learns, at the end of a process that started cold, which modules of others the project imports. A server loads those ahead."""

import atexit
import json
import os
import sys

# Where projects keep their own packages; the same name in site-packages is the project again, installed.
OWN_PLACES = ("", "src", "lib", "python")
LIBRARIES = ("site-packages", "dist-packages")
# pytest sets these itself, after everything that a server loads.
RUNNERS_OWN = ("PYTEST_VERSION", "PYTEST_CURRENT_TEST")


def learn_at_exit(path):
    started_with = dict(os.environ)
    atexit.register(learn, path, os.getpid(), started_with)


def learn(path, process, started_with):
    # A test that forks and ends as this process would must not tell what it loaded.
    if os.getpid() != process:
        return
    known = read(path)
    modules = list(known["modules"])
    modules += [name for name in modules_of_others() if name not in set(modules)]
    changed = sorted(set(known["changed"]) | changed_variables(started_with))
    learned = {"modules": modules, "changed": changed, "patched": known["patched"] or is_patched()}
    if learned != known:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write(path, learned)


def read(path):
    """Nothing is known where it cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, TypeError, ValueError):
        return {"modules": [], "changed": [], "patched": False}


def write(path, content):
    # Trials run in parallel.
    new = "%s.%d" % (path, os.getpid())
    with open(new, "w", encoding="utf-8") as file:
        json.dump(content, file)
    os.replace(new, path)


def modules_of_others():
    """In the order of their import."""
    import sysconfig

    places = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    return [name for name, module in list(sys.modules.items()) if is_of_others(name, module, places)]


def is_of_others(name, module, places):
    spec = getattr(module, "__spec__", None)
    origin = getattr(spec, "origin", None)
    # A module may stand under a name that is not its own; only its own can be imported again.
    if origin is None or getattr(spec, "name", None) != name or name.startswith("unflake_"):
        return False
    if origin in ("built-in", "frozen"):
        return True
    inside = any(place and origin.startswith(place + os.sep) for place in places)
    return (inside or any(part in LIBRARIES for part in origin.split(os.sep))) and not is_own(name.split(".")[0])


def is_own(top):
    """A folder or file of the project has this name."""
    return any(os.path.exists(os.path.join(place, top + suffix)) for place in OWN_PLACES for suffix in ("", ".py"))


def changed_variables(before):
    now = dict(os.environ)
    names = {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
    return {name for name in names if name not in RUNNERS_OWN and not name.startswith("UNFLAKE_")}


def is_patched():
    """These replace parts of the standard library, and must do so before others import it."""
    monkey = sys.modules.get("gevent.monkey")
    green = sys.modules.get("eventlet.patcher")
    return bool(getattr(monkey, "saved", None) or getattr(green, "already_patched", None))
