"""Starts pytest as `python -m pytest` does, with our plugin importable and without leaving variables to child processes."""

import os
import runpy
import sys

# `python -m` puts the working folder first in sys.path. A script puts its own folder there, and ours must not shadow the project's modules.
sys.path[0] = os.getcwd()
sys.path.append(os.path.dirname(os.path.abspath(__file__)))


def wait_at_gate(gate):
    """Imports what pytest imports before it reads the project, then waits for the go-ahead."""
    import _pytest.config
    import pytest  # noqa: F401

    # The modules of the plugin except the plugin itself: pytest must import that one, and it reads the selection.
    import unflake_bytecode  # noqa: F401
    import unflake_detectors  # noqa: F401
    import unflake_ending  # noqa: F401
    import unflake_forks  # noqa: F401
    import unflake_reports  # noqa: F401
    import unflake_retries  # noqa: F401
    import unflake_selection  # noqa: F401

    make_config_now(_pytest.config)
    os.write(gate, b".")
    if not os.read(gate, 1):
        # The process that would have opened the file is gone.
        os._exit(0)
    os.close(gate)


def make_config_now(config):
    """pytest loads its own plugins before it reads an argument or a file, which is a third of a short run."""
    make = config.get_config
    made = make(sys.argv[1:])

    def take(args=None, plugins=None, **options):
        config.get_config = make
        # Later versions pass the program name, which only usage errors need.
        if args != sys.argv[1:] or plugins is not None or options.keys() - {"prog"}:
            return make(args, plugins, **options)
        return made

    config.get_config = take


if __name__ == "__main__":
    gate = os.environ.pop("UNFLAKE_GATE", None)
    if gate is not None:
        wait_at_gate(int(gate))
    runpy.run_module("pytest", run_name="__main__", alter_sys=True)
