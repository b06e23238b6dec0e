import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { privateEnvironment, toolPlaces } from '../../../../src/engine/folders/private-environment.ts';
import { removeFolder } from '../../../../src/engine/folders/remove-folder.ts';
import { openRunFolder } from '../../../../src/engine/folders/run-folder.ts';
import { copySubject, inCopy } from '../../../../src/engine/folders/subject-copy.ts';
import { ownIdentity } from '../../../../src/proc/process-identity.ts';

let place: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'folders-')));
});
afterEach(() => removeFolder(place));

describe('the folder of a run', () => {
  test('gives each running trial a tmp and a home of its own, without anything of others', async () => {
    const run = openRunFolder(place);
    const [one, two] = [run.trialFolder(), run.trialFolder()];
    expect(one.path).not.toBe(two.path);
    for (const { path, tmp, home } of [one, two]) {
      expect(readdirSync(path).sort()).toEqual(['home', 'tmp']);
      // What removes empty folders up to the top must not remove the temporary folder itself.
      expect(readdirSync(tmp)).toEqual(['.keep']);
      expect(readdirSync(home)).toEqual([]);
    }
    await run.remove();
    expect(readdirSync(place)).toEqual([]);
  });

  test('uses a folder again that was left clean, and no other', async () => {
    const run = openRunFolder(place);
    const clean = run.trialFolder();
    const own = join(clean.path, 'selection.json');
    writeFileSync(own, '{}');
    await clean.release([own, join(clean.path, 'never-written')]);
    expect(run.trialFolder().path).toBe(clean.path);
    for (const name of ['tmp/left', 'tmp/.keep', 'home/.rc', 'left-beside']) {
      const dirty = run.trialFolder();
      writeFileSync(join(dirty.path, name), 'x');
      await dirty.release([]);
      expect(existsSync(dirty.path)).toBe(false);
      expect(run.trialFolder().path).not.toBe(dirty.path);
    }
    await run.remove();
  });

  test('does not use a folder again whose rights were changed', async () => {
    const run = openRunFolder(place);
    const changed = run.trialFolder();
    chmodSync(changed.tmp, 0o777);
    await changed.release([]);
    expect(existsSync(changed.path)).toBe(false);
    await run.remove();
  });

  test('removes what dead runs have left, and nothing else', async () => {
    const [namespace] = ownIdentity().split('-');
    const dead = join(place, `unflake-run-${namespace}-4194305-1`);
    const elsewhere = join(place, 'unflake-run-1-4194305-1');
    for (const folder of [dead, elsewhere, join(place, 'mine')])
      mkdirSync(join(folder, 'trial-1'), { recursive: true });
    const run = openRunFolder(place);
    await until(() => !existsSync(dead), { within: 120_000 });
    await run.remove();
    expect(readdirSync(place).sort()).toEqual(['mine', 'unflake-run-1-4194305-1']);
  });

  test('stays until the last workspace of this process has closed', async () => {
    const [one, two] = [openRunFolder(place), openRunFolder(place)];
    await one.remove();
    expect(existsSync(two.trialFolder().tmp)).toBe(true);
    await two.remove();
    expect(readdirSync(place)).toEqual([]);
  });
});

test('what a tool has made read-only is removed as well', async () => {
  const folder = join(place, 'mod', 'cache');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), '');
  chmodSync(folder, 0o500);
  await removeFolder(join(place, 'mod'));
  expect(readdirSync(place)).toEqual([]);
});

describe('the environment of a trial', () => {
  test('has its own HOME and TMPDIR, and nothing that leads out of them', () => {
    const env = privateEnvironment({ XDG_CACHE_HOME: '/x', PATH: '/bin' }, { home: '/t/home', tmp: '/t/tmp' }, {});
    expect(env).toEqual({ HOME: '/t/home', TMPDIR: '/t/tmp', TMP: '/t/tmp', TEMP: '/t/tmp', XDG_CACHE_HOME: null });
  });

  test('tells tools of the real home where they are, if they are there and not told already', () => {
    for (const name of ['.cargo', '.rustup', '.m2/repository', 'go']) mkdirSync(join(place, name), { recursive: true });
    expect(toolPlaces({ HOME: place, RUSTUP_HOME: '/opt/rustup' })).toEqual({
      CARGO_HOME: join(place, '.cargo'),
      GOPATH: join(place, 'go'),
      MAVEN_ARGS: `-Dmaven.repo.local=${place}/.m2/repository`,
      MAVEN_USER_HOME: join(place, '.m2'),
    });
    expect(toolPlaces({})).toEqual({});
  });
});

describe('a copy of the subject', () => {
  test('has the files with their modes and links, without version control, and dependencies as links', () => {
    const root = join(place, 'project');
    for (const name of ['.git', 'src', 'node_modules/x', 'sub/.venv']) mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, 'src', 'a.js'), 'one');
    writeFileSync(join(root, 'run.sh'), '', { mode: 0o755 });
    symlinkSync('src/a.js', join(root, 'link'));
    const copy = join(place, 'copy');
    copySubject(root, copy);
    expect(readdirSync(copy).sort()).toEqual(['link', 'node_modules', 'run.sh', 'src', 'sub']);
    expect(statSync(join(copy, 'run.sh')).mode & 0o777).toBe(0o755);
    expect(realpathSync(join(copy, 'node_modules', 'x'))).toBe(join(root, 'node_modules', 'x'));
    expect(lstatSync(join(copy, 'sub', '.venv')).isSymbolicLink()).toBe(true);
    expect(realpathSync(join(copy, 'link'))).toBe(join(copy, 'src', 'a.js'));
    writeFileSync(join(copy, 'src', 'a.js'), 'two');
    expect(readFileSync(join(root, 'src', 'a.js'), 'utf8')).toBe('one');
  });

  test('a path inside the subject is mapped, a neighbour with a longer name is not', () => {
    expect(inCopy('/p/a/x', '/p/a', '/c')).toBe('/c/x');
    expect(inCopy('/p/a', '/p/a', '/c')).toBe('/c');
    expect(inCopy('/p/ab', '/p/a', '/c')).toBe('/p/ab');
  });
});
