"""Starts pytest as `python -m pytest` does, with our plugin importable and without leaving variables to child processes."""

import os
import runpy
import sys

# `python -m` puts the working folder first in sys.path. A script puts its own folder there, and ours must not shadow the project's modules.
sys.path[0] = os.getcwd()
sys.path.append(os.path.dirname(os.path.abspath(__file__)))

import unflake_start


def run_pytest():
    runpy.run_module("pytest", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    start = unflake_start.read()
    if start.gate is not None:
        from unflake_ahead import wait_for_trial

        wait_for_trial(start, run_pytest)
    start.learn()
    run_pytest()
