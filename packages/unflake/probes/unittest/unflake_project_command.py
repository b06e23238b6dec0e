"""Where the project itself looks for its tests: the options behind `-m unittest` in the scripts that its contributors use."""

import glob
import os
import re

SCRIPTS = ("tox.ini", "Makefile", "makefile", "justfile", "pyproject.toml", ".github/workflows/*.yml", ".github/workflows/*.yaml")
COMMAND = re.compile(r"-m unittest\b(.*)")
WORD = re.compile(r"""\s*("[^"]*"|'[^']*'|[^\s"'&|;<>]+)""")
PLACES = {"-s": "-s", "--start-directory": "-s", "-p": "-p", "--pattern": "-p", "-t": "-t", "--top-level-directory": "-t"}
# They change what is printed, or when the run ends.
HARMLESS = {"discover", "-v", "--verbose", "-q", "--quiet", "-f", "--failfast", "-b", "--buffer", "-c", "--catch"}


def project_arguments():
    """Of the first script that names a place; empty where none does."""
    for path in (path for pattern in SCRIPTS for path in sorted(glob.glob(pattern))):
        with open(path, encoding="utf-8", errors="replace") as script:
            for command in COMMAND.findall(script.read()):
                arguments = places_in([word.strip("\"'") for word in WORD.findall(command)])
                if arguments:
                    return arguments
    return []


def places_in(words):
    """Up to the first word that is something else: a test, or what the script fills in."""
    places = []
    words = iter(words)
    for word in words:
        option, equals, value = word.partition("=")
        if option in PLACES:
            places += [PLACES[option], value if equals else next(words, "")]
        elif word not in HARMLESS:
            break
    return places if is_usable(places) else []


def is_usable(places):
    """A script may run in another folder, or fill in a variable: then it does not say where the tests are from here."""
    values = dict(zip(places[::2], places[1::2]))
    named = all(value and not re.search(r"[${}]", value) for value in values.values())
    return named and os.path.isdir(values.get("-s", "."))
