"""Writes each event with one write(2), so that it survives whatever the test does next: os._exit, a signal, a crash."""

import json
import os

_path = os.environ.get("UNFLAKE_STREAM")
_file = None


def write(event):
    global _file
    if _path is None:
        return
    if _file is None:
        _file = os.open(_path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        os.write(_file, _line(event))
    except OSError:
        # A test may close descriptors that it does not own; the stream must continue.
        _file = os.open(_path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        os.write(_file, _line(event))


def _line(event):
    # Lone surrogates are legal in a Python string but not in UTF-8; ASCII with escapes covers both.
    return (json.dumps(event) + "\n").encode("ascii")
