"""Does ahead what the first failure of any process does: Python notes which module each file is, and compiles what splits code into words.

Half of the time of a short trial that fails. It has no effect but that the next time is faster.
"""

import inspect
import io
import os
import sys
import tokenize
import types


def know_sources():
    for _ in tokenize.generate_tokens(io.StringIO("known = 1\n").readline):
        pass
    # As inspect.getmodule() does, which keeps both.
    files = getattr(inspect, "_filesbymodname", None)
    names = getattr(inspect, "modulesbyfile", None)
    if not isinstance(files, dict) or not isinstance(names, dict):
        return
    for key, module in list(sys.modules.items()):
        # Another kind of module may load something when it is asked for its file.
        file = vars(module).get("__file__") if type(module) is types.ModuleType else None
        if isinstance(file, str) and os.path.isabs(file) and key != "__main__":
            files[key] = file
            path = inspect.getabsfile(module)
            names[path] = names[os.path.realpath(path)] = module.__name__
