/** Where the interpreter of a project is looked for, and in which order. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { interpreterPaths } from '../../../../src/engine/subject/interpreter-paths.ts';
import { bats } from '../../../../src/runners/bats.ts';
import { PYTHON } from '../../../../src/runners/python.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unflake-interpreters-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Relative to the test's own folder. */
function program(path: string, text = '#!/bin/sh\n'): string {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  chmodSync(whole, 0o755);
  return whole;
}

const paths = (env: Readonly<Record<string, string>> = {}) => {
  mkdirSync(join(root, 'project/api'), { recursive: true });
  return interpreterPaths(PYTHON, join(root, 'project/api'), { PATH: `${join(root, 'bin')}:/usr/bin:/bin`, ...env })
    .filter((path) => path.startsWith(root))
    .map((path) => path.slice(root.length + 1));
};

test("the project's own comes first, then those of tox and nox, then the active one, then PATH", () => {
  const own = ['project/.venv/bin/python', 'project/.tox/py311/bin/python', 'project/.tox/py39/bin/python'];
  for (const path of [...own, 'project/.tox/lint/bin/python', 'project/.nox/tests-3-12/bin/python']) program(path);
  for (const path of ['active/bin/python3', 'bin/python3']) program(path);
  expect(paths({ VIRTUAL_ENV: join(root, 'active') })).toEqual([
    ...own,
    'project/.nox/tests-3-12/bin/python',
    'active/bin/python3',
    'bin/python3',
  ]);
});

test('a tool that keeps its environments elsewhere is asked if the project has its file', () => {
  const kept = program('elsewhere/shop-py3.12/bin/python');
  program('bin/poetry', `#!/bin/sh\n[ "$*" = "env info --executable" ] && echo "${kept}"\n`);
  program('bin/python3');
  expect(paths()).toEqual(['bin/python3']);
  writeFileSync(join(root, 'project/poetry.lock'), '');
  expect(paths()).toEqual(['elsewhere/shop-py3.12/bin/python', 'bin/python3']);
  program('project/.venv/bin/python', '#!/bin/sh\n');
  expect(paths()[0]).toBe('project/.venv/bin/python');
});

test('a tool that has no environment yet, or does not exist, changes nothing', () => {
  program('bin/python3');
  program('bin/poetry', '#!/bin/sh\necho "no environment" >&2\nexit 1\n');
  for (const file of ['poetry.lock', 'Pipfile', 'hatch.toml']) {
    mkdirSync(join(root, 'project'), { recursive: true });
    writeFileSync(join(root, 'project', file), '');
  }
  expect(paths()).toEqual(['bin/python3']);
});

test('a tool that prints a folder has the interpreter inside it', () => {
  program('envs/default/bin/python');
  program('bin/hatch', `#!/bin/sh\necho "Creating environment"; echo "${join(root, 'envs/default')}"\n`);
  mkdirSync(join(root, 'project'), { recursive: true });
  writeFileSync(join(root, 'project/hatch.toml'), '');
  expect(paths()).toEqual(['envs/default/bin/python']);
});

test('the BATS in `bin` of the project comes first, that of the system where PATH has it', () => {
  const onPath = program('elsewhere/bats');
  mkdirSync(join(root, 'project'));
  const rule = { interpreters: bats.program.interpreters, keepers: [] };
  const found = () =>
    interpreterPaths(rule, join(root, 'project'), { PATH: `${join(root, 'elsewhere')}:/usr/bin:/bin` });
  expect(found()[0]).toBe(onPath);
  const own = program('project/bin/bats');
  expect(found().slice(0, 2)).toEqual([own, onPath]);
});
