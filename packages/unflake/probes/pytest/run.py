"""Starts pytest as `python -m pytest` does, with our plugin within reach and nothing left in the environment of child processes."""

import os
import runpy
import sys

# `python -m` puts the working folder first; a script puts its own folder there, and ours must not shadow the project's modules.
sys.path[0] = os.getcwd()
sys.path.append(os.path.dirname(os.path.abspath(__file__)))

if __name__ == "__main__":
    runpy.run_module("pytest", run_name="__main__", alter_sys=True)
