"""Starts pytest as `python -m pytest` does, with our plugin within reach and nothing left in the environment of child processes."""

import os
import runpy
import sys

# `python -m` puts the working folder first; a script puts its own folder there, and ours must not shadow the project's modules.
sys.path[0] = os.getcwd()
sys.path.append(os.path.dirname(os.path.abspath(__file__)))


def wait_at_gate(gate):
    """Loads what pytest itself would load before it looks at the project, then waits to be let in."""
    import importlib

    import _pytest.config
    import pytest  # noqa: F401

    for name in _pytest.config.default_plugins:
        importlib.import_module("_pytest." + name)
    os.write(gate, b".")
    if not os.read(gate, 1):
        # Whoever would have opened it is gone.
        os._exit(0)
    os.close(gate)


if __name__ == "__main__":
    gate = os.environ.pop("UNFLAKE_GATE", None)
    if gate is not None:
        wait_at_gate(int(gate))
    runpy.run_module("pytest", run_name="__main__", alter_sys=True)
