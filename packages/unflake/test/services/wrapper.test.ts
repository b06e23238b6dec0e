import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunnerAdapter } from '../../src/contract/runner.ts';
import { findAndList } from '../../src/engine/subject/find-and-list.ts';
import { runTrial } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { ids, SETTINGS, scriptRunner, shell, trialOf } from '../unit/engine/sample-trial.ts';

const PROBES = fileURLToPath(new URL('../../probes', import.meta.url));
const TELLS = ['-e', 'console.log(JSON.stringify([process.execPath, process.env]))'];
/** Here the interpreter is node: its first argument is a script that prints its environment. */
const SAYS = 'console.log("one passed", process.env.VERSION, process.env.PATH.split(":")[0])';

let place: string;
let root: string;
let workspace: TrialWorkspace;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'wrapper-')));
  root = join(place, 'project');
  mkdirSync(join(place, 'shims'), { recursive: true });
  mkdirSync(root);
  writeFileSync(join(root, 'says.js'), SAYS);
  workspace = openWorkspace({ env: process.env, place: join(place, 'runs') });
});
afterEach(async () => {
  await workspace.close();
  rmSync(place, { recursive: true });
});

/** Like pyenv: each start writes a line, changes the environment and executes the real program. */
function wrapper(path: string, program = process.execPath): string {
  const text = `#!/bin/sh\necho "$1" >> ${place}/starts\nexport VERSION=3.1 PATH="/versions/3.1/bin:$PATH"\nexec ${program} "$@"\n`;
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

const starts = () => readFileSync(join(place, 'starts'), 'utf8').trim().split('\n').sort();

interface Listing {
  readonly lists?: string;
  readonly signal?: AbortSignal;
}

async function open(
  interpreter: string,
  tellsItself: readonly string[] = TELLS,
  { lists = '"one"', signal }: Listing = {},
) {
  const run: RunnerAdapter['command'] = ({ tests }, { program, root: cwd }) => ({
    ...shell('', { cwd }),
    argv: [...program, 'says.js', ...tests],
  });
  const adapter: RunnerAdapter = {
    ...scriptRunner(() => ''),
    program: { interpreters: [interpreter], check: [], tellsItself, install: 'x' },
    list: ({ root: cwd, program }) => ({ ...shell('', { cwd }), argv: [...program, '-p', lists] }),
    command: run,
    plain: run,
  };
  const bare = { root, folder: root, adapter, settings: SETTINGS, probes: PROBES, suite: [] };
  const { listing, ...found } = await findAndList(bare, workspace, signal);
  const subject = { ...bare, ...found, suite: listing.tests };
  return {
    trial: (mode: 'probe' | 'plain') =>
      runTrial(trialOf({ tests: ids('one'), watch: ids('one'), mode }), subject, workspace),
  };
}

test('a trial starts what a shim would, with the environment that it sets', async () => {
  const shim = wrapper(join(place, 'shims', 'node'));
  const { trial } = await open(shim);
  const { command, output } = await trial('probe');
  expect(command.argv).toEqual([process.execPath, 'says.js', 'one']);
  expect(command.env).toMatchObject({ VERSION: '3.1' });
  expect(output.stdout).toContain('one passed 3.1 /versions/3.1/bin');
  // Once to list, and once to resolve.
  expect(starts()).toEqual(['-e', '-p']);
});

test('the command that a person would type goes through the shim', async () => {
  const shim = wrapper(join(place, 'shims', 'node'));
  const { command, output } = await (await open(shim)).trial('plain');
  expect(command.argv[0]).toBe(shim);
  expect(output.stdout).toContain('one passed 3.1 /versions/3.1/bin');
});

test('a link to a program of another name is a shim as well', async () => {
  const link = join(place, 'shims', 'node');
  symlinkSync(wrapper(join(place, 'shims', 'manager')), link);
  expect((await (await open(link)).trial('probe')).command.argv[0]).toBe(process.execPath);
});

test.each([
  ['does not tell', 'process.exit(1)'],
  ['tells of no file', 'console.log(JSON.stringify(["/no/such", {}]))'],
  ['tells of a relative path', 'console.log(JSON.stringify(["says.js", {}]))'],
  ['tells of itself', 'console.log(JSON.stringify([process.env.ITSELF, {}]))'],
  ['says something else', 'console.log("welcome")'],
])('a shim that %s is started for every trial', async (_what, tells) => {
  const shim = wrapper(join(place, 'shims', 'node'));
  const script = tells.replace('process.env.ITSELF', JSON.stringify(shim));
  expect((await (await open(shim, ['-e', script])).trial('probe')).command.argv[0]).toBe(shim);
});

test('a program inside the project is started through its shim, because a trial may have its own copy', async () => {
  const own = join(root, 'node');
  symlinkSync(process.execPath, own);
  const shim = wrapper(join(place, 'shims', 'node'), own);
  const told = ['-e', `console.log(JSON.stringify([${JSON.stringify(own)}, process.env]))`];
  expect((await (await open(shim, told)).trial('probe')).command.argv[0]).toBe(shim);
});

test('an interrupt while the tests are listed rejects with the reason, and nothing is left unhandled', async () => {
  const hangs = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
  const shim = wrapper(join(place, 'shims', 'node'));
  const interrupted = new AbortController();
  const opened = open(shim, ['-e', 'setInterval(() => {}, 1000)'], { lists: hangs, signal: interrupted.signal });
  const settled = expect(opened).rejects.toBe('enough');
  await until(() => existsSync(join(place, 'starts')) && starts().length === 2, { within: 120_000 });
  interrupted.abort('enough');
  await settled;
});

test('a program that is not a shim is not resolved', async () => {
  const told = ['-e', `require('fs').writeFileSync(${JSON.stringify(join(place, 'starts'))}, 'asked')`];
  const { trial } = await open(process.execPath, told);
  await trial('probe');
  expect(starts).toThrow('ENOENT');
});
