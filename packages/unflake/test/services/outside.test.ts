import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRunFolder } from '../../src/engine/folders/run-folder.ts';
import { moveAway } from '../../src/engine/outside/move-aside.ts';
import { outsidePlaces } from '../../src/engine/outside/places.ts';
import { watchOutside } from '../../src/engine/outside/watch-outside.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrialUnder } from '../../src/engine/trial/run-trial-under.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { ids, SETTINGS, scriptRunner, trialOf } from '../unit/engine/sample-trial.ts';
import { BARE } from '../unit/knobs/sample-machine.ts';

let place: string;
let root: string;
let runs: string;
let file: string;
let workspace: TrialWorkspace;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'outside-')));
  [root, runs, file] = [join(place, 'project'), join(place, 'runs'), join(place, 'known-by-name.txt')];
  mkdirSync(root);
  workspace = openWorkspace({ env: process.env, place: runs });
});
afterEach(async () => {
  await workspace.close();
  rmSync(place, { recursive: true });
});

const subject = (text: string): Subject => ({
  root,
  folder: root,
  adapter: scriptRunner(() => text),
  program: ['sh'],
  settings: SETTINGS,
  probes: '',
  suite: ids('one'),
});
const trial = trialOf({ tests: ids('one'), watch: ids('one') });
const run = (text: string, aside: string) =>
  runTrialUnder({ ...trial, conditions: { aside } }, subject(text), workspace, BARE, new AbortController().signal);

describe('what is moved aside', () => {
  test('is missing while the trial runs, and restored afterwards, whatever the trial created in its place', async () => {
    writeFileSync(file, 'first');
    const { observations } = await run(`[ -e ${file} ] || echo one passed; echo second >${file}`, file);
    expect(observations[0]!.outcome).toBe('passed');
    expect(readFileSync(file, 'utf8')).toBe('first');
    expect(readdirSync(place).sort()).toEqual(['known-by-name.txt', 'project', 'runs']);
    expect(readdirSync(runs).filter((name) => name.includes('aside'))).toEqual([]);
  });

  test('stays if a living process has it open, or if it is in none of our folders', async () => {
    const held = join(place, 'held');
    mkdirSync(held);
    const script = `const fs = require('node:fs'); fs.openSync(${JSON.stringify(join(held, 'log'))}, 'w'); console.log('ready'); setInterval(() => {}, 1000)`;
    const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    try {
      const { observations } = await run(`[ -e ${held} ] && [ -e /usr ] && echo one passed`, `${held}:/usr`);
      expect(observations[0]!.outcome).toBe('passed');
    } finally {
      holder.kill('SIGKILL');
    }
  });

  function killWhileAside(path: string): void {
    const modules = new URL('../../dist/engine/outside/', import.meta.url);
    const places = { temporary: [place], home: null, project: null };
    const script = `
      const { moveAside } = await import(${JSON.stringify(new URL('move-aside.js', modules).href)});
      moveAside([${JSON.stringify(path)}], ${JSON.stringify(places)}, ${JSON.stringify(runs)});
      process.kill(process.pid, 'SIGKILL');`;
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).signal).toBe('SIGKILL');
    expect(existsSync(path)).toBe(false);
  }

  test('is put back by the next start when its run was killed', () => {
    writeFileSync(file, 'first');
    killWhileAside(file);
    void openRunFolder(runs).remove();
    expect(readFileSync(file, 'utf8')).toBe('first');
    expect(readdirSync(runs).filter((name) => name.includes('aside'))).toEqual([]);
  });

  test('stays aside if its run was killed and its folder is gone; no later start fails', () => {
    const folder = join(place, 'gone');
    mkdirSync(folder);
    writeFileSync(join(folder, 'left.txt'), 'first');
    killWhileAside(join(folder, 'left.txt'));
    rmSync(folder, { recursive: true });
    for (const _start of [1, 2]) void openRunFolder(runs).remove();
    expect(existsSync(folder)).toBe(false);
    const [aside = ''] = readdirSync(runs)
      .sort()
      .filter((name) => name.includes('aside'));
    expect(readdirSync(join(runs, aside)).map((name) => readFileSync(join(runs, aside, name), 'utf8'))).toEqual([
      'first',
    ]);
  });

  test('is removed for good only if a trial was seen to create it', async () => {
    writeFileSync(file, 'first');
    const places = outsidePlaces(subject(''), workspace);
    expect(moveAway(file, places, runs)).toBeNull();
    await run(`echo second >${file}`, file);
    const to = moveAway(file, places, runs)!;
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(to, 'utf8')).toBe('first');
  });
});

describe('what appears outside', () => {
  test('is reported once, when the project names it', () => {
    writeFileSync(join(root, 'code.sh'), 'echo >"$PLACE/known-by-name.txt"');
    const watch = watchOutside(subject(''), workspace);
    expect(watch.left()).toEqual([]);
    writeFileSync(file, '');
    writeFileSync(join(place, 'of-somebody-else.txt'), '');
    writeFileSync(join(root, 'anything'), '');
    expect(watch.left()).toEqual([file, join(root, 'anything')]);
    expect(watch.left()).toEqual([]);
  });

  test('is not reported if it is there only because unflake keeps its own files in it', () => {
    writeFileSync(join(root, 'code.sh'), 'state local tables');
    const watch = watchOutside(subject(''), workspace);
    for (const folder of ['state/unflake', 'local/state/unflake', 'tables'])
      mkdirSync(join(place, folder), { recursive: true });
    expect(watch.left()).toEqual([join(place, 'tables')]);
  });
});
