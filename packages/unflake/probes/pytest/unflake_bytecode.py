"""Lets the project's own modules be compiled once for all trials, in a folder outside the project.

Called after the runner was imported, so that its files and the standard library come from where they are compiled already.
"""

import os
import sys


def keep_bytecode():
    folder = os.environ.pop("UNFLAKE_BYTECODE", "")
    # Python 3.7 cannot redirect bytecode and would write next to the sources.
    if folder and hasattr(sys, "pycache_prefix"):
        sys.pycache_prefix = folder
        sys.dont_write_bytecode = False
