"""Prints the arguments of `pip install` that a project's tests need: itself with its test extras, its test groups, its requirement files.
"""
import glob
import os
import re
import tomllib

TESTS = re.compile(r"^(tests?|testing|dev|develop|development|pytest|tests?-.*)$")

words = []
data = {}
if os.path.exists("pyproject.toml"):
    with open("pyproject.toml", "rb") as file:
        data = tomllib.load(file)
extras = [name for name in data.get("project", {}).get("optional-dependencies", {}) if TESTS.match(name)]
extras += [name for name in data.get("tool", {}).get("poetry", {}).get("extras", {}) if TESTS.match(name)]
if not extras and os.path.exists("setup.cfg"):
    section = open("setup.cfg").read().partition("[options.extras_require]")[2].partition("\n[")[0]
    extras = [name for name in re.findall(r"^(\w+)\s*=", section, re.M) if TESTS.match(name)]
if not extras and os.path.exists("setup.py"):
    section = open("setup.py").read().partition("extras_require")[2]
    extras = [name for name in re.findall(r"['\"](\w+)['\"]\s*:", section) if TESTS.match(name)]
words += ["-e", ".[" + ",".join(extras) + "]" if extras else "."]
for name in data.get("dependency-groups", {}):
    if TESTS.match(name):
        words += ["--group", name]
for group in data.get("tool", {}).get("poetry", {}).get("group", {}).items():
    if TESTS.match(group[0]):
        words += [name for name in group[1].get("dependencies", {}) if "mypy" not in name and name != "python"]
patterns = ["requirements/test*.txt", "requirements[-_]test*.txt", "test[-_]requirements.txt", "tests/requirements*.txt", "requirements[-_]dev.txt", "dev[-_]requirements.txt"]
for path in sorted({path for pattern in patterns for path in glob.glob(pattern)}):
    words += ["-r", path]
if not any(word in ("--group", "-r") for word in words) and not extras and os.path.exists("tox.ini"):
    section = re.search(r"^\[testenv\].*?(?=^\[|\Z)", open("tox.ini").read(), re.M | re.S)
    listed = re.search(r"^deps\s*=(.*?)(?=^\w|\Z)", section.group(0), re.M | re.S) if section else None
    for line in (listed.group(1) if listed else "").splitlines():
        line = line.strip().split("#")[0].strip()
        if line and ":" not in line and "{" not in line:
            words += line.split(maxsplit=1) if line.startswith("-") else [line]
print("\n".join(words))
