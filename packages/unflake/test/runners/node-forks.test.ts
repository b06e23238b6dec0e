/** Trials in forks of a loaded Node: tests see what they would see in a fresh process, and end as they would. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTag, taggedProcesses } from '../../src/engine/process/tags.ts';
import { jest } from '../../src/runners/jest.ts';
import { mocha } from '../../src/runners/mocha.ts';
import { nodeTest } from '../../src/runners/node-test.ts';
import { type ForkedProject, javascript, openForkedProject, outcomesOf, type Way } from './forked-project.ts';

const RUNNERS = {
  mocha: {
    adapter: mocha,
    language: javascript('mocha/bin/mocha.js', { mocha: '12.0.3' }),
    header: '',
    define: 'it',
    folder: 'test',
    settings: {
      '.mocharc.json': '{ "require": "./set-up.cjs", "extension": ["js", "mjs"], "timeout": 60000 }',
      'test/module.mjs': `import { readFile } from 'node:fs/promises';\nconst own = await readFile(new URL(import.meta.url));\nit('test_module', () => { if (own.length === 0) throw new Error('empty'); });\n`,
    },
  },
  jest: {
    adapter: jest,
    language: javascript('jest/bin/jest.js', { jest: '30.5.2' }),
    header: '',
    define: 'test',
    folder: '.',
    settings: {
      'jest.config.json':
        '{ "setupFiles": ["./set-up.cjs"], "globalSetup": "./global-set-up.cjs", "testTimeout": 60000 }',
      'global-set-up.cjs': `module.exports = () => require('node:fs').appendFileSync('global.noted', process.pid + '\\n');\n`,
      'module.test.js': `test('test_module', () => expect(require('node:path').join('a', 'b')).toBe('a/b'));\n`,
    },
  },
  'node-test': {
    adapter: nodeTest,
    language: javascript(null, {}),
    header: `require('./set-up.cjs');\nconst test = require('node:test');\n`,
    define: 'test',
    folder: '.',
    settings: {
      'module.test.mjs': `import test from 'node:test';\nimport { readFile } from 'node:fs/promises';\nconst own = await readFile(new URL(import.meta.url));\ntest('test_module', () => { if (own.length === 0) throw new Error('empty'); });\n`,
    },
  },
} as const;
const NAMES = Object.keys(RUNNERS) as (keyof typeof RUNNERS)[];

/** While the file is loaded: nothing of it may be older than its trial, or shared with another one. */
const AT_IMPORT = `
const fs = require('node:fs');
const note = (name, value) => fs.appendFileSync(name + '.noted', value + '\\n');
const crypto = require('node:crypto');
const context = require('node:vm').runInNewContext('Math.random()');
const drawn = [Math.random(), context, crypto.randomUUID(), crypto.randomInt(2 ** 40), crypto.randomBytes(8).toString('hex')];
const begun = Date.now();
const opened = fs.openSync(__filename);
const { execFileSync, spawn } = require('node:child_process');
const child = spawn('cat', { stdio: ['pipe', 'pipe', 'inherit'] });
const { Worker } = require('node:worker_threads');
const worker = new Worker("const { parentPort } = require('node:worker_threads'); parentPort.on('message', (n) => parentPort.postMessage(n + 1))", { eval: true });
const server = require('node:net').createServer((socket) => socket.end('hello')).listen(0);
const reading = fs.promises.readFile(__filename, 'utf8');
// The process may end although no test has used them.
for (const one of [child, child.stdin, child.stdout, worker, server]) one.unref();
let used = 0;
`;

/** What a test can see of its process, and what can be done in it. */
const SEEN: Readonly<Record<string, string>> = {
  test_look: `
    const { argv, env, execArgv, pid, ppid } = process;
    const names = Object.keys(env).filter((name) => !name.startsWith('UNFLAKE_TAG_')).sort();
    const events = process.eventNames().map(String).sort();
    // Node has one of its own as long as the file that it was started with has not been evaluated.
    const isKept = ({ name }) => name !== 'handleProcessExit';
    const listeners = events.map((name) => [name, process.listeners(name).filter(isKept).length]);
    const outputs = [1, 2].map((n) => fs.readlinkSync('/proc/self/fd/' + n).split('/')[1]);
    const stat = fs.readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    const session = [Number(stat[2]) === pid, Number(stat[3]) === pid];
    const own = Number(fs.readlinkSync('/proc/self'));
    const mask = /SigBlk:\\s*(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1];
    const set = [process.umask(), process.cwd() === env.PWD, env.PRELOADED, env.LD_PRELOAD];
    throw new Error(JSON.stringify([names, argv, execArgv, listeners, outputs, session, own === pid, mask, set]));`,
  test_draws: `note('drawn', JSON.stringify(drawn)); note('begun', begun);`,
  test_fresh: `used += 1; if (used !== 1 || globalThis.setUps !== 1) throw new Error('used');`,
  test_file: `if (fs.readSync(opened, Buffer.alloc(9)) !== 9 || !(await reading).includes('reading')) throw new Error('no');`,
  test_child: `
    child.stdout.ref();
    const said = new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdin.end('hello');
    if (String(await said) !== 'hello' || String(execFileSync('echo', ['1'])) !== '1\\n') throw new Error('no');`,
  test_worker: `
    worker.ref();
    const answer = new Promise((resolve) => worker.once('message', resolve));
    worker.postMessage(1);
    if ((await answer) !== 2) throw new Error('no');
    await worker.terminate();`,
  test_socket: `
    const { address } = await require('node:dns').promises.lookup('localhost', 4);
    const client = require('node:net').connect(server.address().port, address);
    const [said] = await require('node:events').once(client, 'data');
    if (String(said) !== 'hello') throw new Error('no');
    server.close();`,
  test_threads_of_v8: `
    await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    let kept = [];
    for (let n = 0; n < 300000; n += 1) {
      kept.push({ n, text: 'number ' + n });
      if (kept.length > 100000) kept = [];
    }
    const key = await new Promise((resolve, reject) =>
      crypto.pbkdf2('a', 'b', 10, 32, 'sha256', (error, made) => (error ? reject(error) : resolve(made))));
    if (key.length !== 32) throw new Error('no');`,
  test_signal: `
    const caught = new Promise((resolve) => process.once('SIGUSR2', resolve));
    const alive = setInterval(() => {}, 1000);
    process.kill(process.pid, 'SIGUSR2');
    await caught;
    clearInterval(alive);`,
  test_zone: `throw new Error(new Date(0).getTimezoneOffset() + ' ' + new Date(0).getHours());`,
  test_exits: `process.exit(3);`,
  test_is_killed: `process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});`,
  test_is_asked: `process.kill(process.pid, 'SIGTERM'); await new Promise((r) => setTimeout(r, 30000));`,
  test_aborts: `process.abort();`,
  test_rejects: `Promise.reject(new Error('nobody handles this')); await new Promise((r) => setTimeout(r, 50));`,
  test_throws_late: `setTimeout(() => { throw new Error('too late'); }, 1); await new Promise((r) => setTimeout(r, 50));`,
  test_at_exit: `
    process.on('exit', (code) => { note('exit', 'exit ' + code); process.exitCode = 5; });
    process.on('beforeExit', () => note('exit', 'before'));`,
  test_leaves_a_process: `spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref();`,
  test_hangs: `process.on('SIGTERM', () => note('hangs', 'asked')); setInterval(() => {}, 1000); await new Promise(() => {});`,
};
const SET_UP = `globalThis.setUps = (globalThis.setUps ?? 0) + 1;\nprocess.env.PRELOADED = 'yes';\n`;
const USUAL = ['fresh', 'file', 'child', 'worker', 'socket', 'threads_of_v8'].map((name) => `test_${name}`);

const filesOf = ({ header, define, folder, settings }: (typeof RUNNERS)[keyof typeof RUNNERS]) => ({
  'package.json': '{ "private": true }',
  'set-up.cjs': SET_UP,
  [join(folder, 'seen.test.js')]: `${header}${AT_IMPORT}${Object.entries(SEEN)
    .map(([name, body]) => `${define}('${name}', async () => {${body}\n});\n`)
    .join('')}`,
  ...settings,
});

describe.each(NAMES)('a fork for a trial of %s', (runner) => {
  let project: ForkedProject;
  beforeAll(async () => {
    const { adapter, language } = RUNNERS[runner];
    project = await openForkedProject(language, adapter, filesOf(RUNNERS[runner]));
  });
  afterAll(async () => {
    await project[Symbol.asyncDispose]();
    expect(taggedProcesses(runTag()), 'processes left behind').toEqual([]);
  });
  const noted = (name: string) =>
    readFileSync(join(project.root, `${name}.noted`), 'utf8')
      .trim()
      .split('\n');
  const seen = async (way: Way, name: string) => outcomesOf(await project.run(way, [name]));

  test('shows its tests what a fresh process shows', async () => {
    const [usual] = await seen('cold', 'test_look');
    expect(usual).toContain('PRELOADED');
    for (const _ of [1, 2]) expect(await seen('forked', 'test_look')).toEqual([usual]);
    expect(project.unfit()).toBeNull();
    expect(taggedProcesses(runTag())).not.toEqual([]);
  });

  test('has files, processes, threads and sockets of its own', async () => {
    // Tests of Jest cannot handle signals.
    const names = runner === 'jest' ? USUAL : [...USUAL, 'test_signal'];
    const usual = outcomesOf(await project.run('cold', names));
    expect(usual).toEqual(names.map((name) => `${name} passed`));
    for (const _ of [1, 2]) expect(outcomesOf(await project.run('forked', names))).toEqual(usual);
  });

  test('loads the project anew, and draws numbers of its own', async () => {
    const since: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      // unflake-allow wall-clock: the test notes the time by the same clock
      since.push(Date.now());
      expect(await seen('forked', 'test_draws')).toEqual(['test_draws passed']);
    }
    const begun = noted('begun').map(Number);
    for (const [index, moment] of since.entries()) expect(begun[index]).toBeGreaterThanOrEqual(moment);
    const drawn = noted('drawn').map((line) => JSON.parse(line) as unknown[]);
    expect(new Set(drawn.flat()).size).toBe(3 * 5);
    expect(await seen('forked', 'test_module')).toEqual(['test_module passed']);
  });

  test.each(
    // A run of Jest takes longest, and these differ by Node alone.
    [
      ...['exits', 'is_killed', 'throws_late', 'at_exit'],
      ...(runner === 'jest' ? [] : ['is_asked', 'aborts', 'rejects']),
    ],
  )('ends like a fresh process: test_%s', async (name) => {
    const usual = await project.run('cold', [`test_${name}`]);
    const forked = await project.run('forked', [`test_${name}`]);
    const told = ({ ending, observations }: typeof usual) => [
      ending,
      observations.map(({ outcome, message }) => [outcome, message]),
    ];
    expect(told(forked)).toEqual(told(usual));
    if (name !== 'at_exit' || runner === 'jest') return;
    const lines = noted('exit');
    expect(lines.slice(0, lines.length / 2)).toEqual(lines.slice(lines.length / 2));
  });

  test('is ended with all its processes, and its server serves the next trial', async () => {
    expect(await seen('forked', 'test_fresh')).toEqual(['test_fresh passed']);
    const servers = taggedProcesses(runTag());
    expect(servers).not.toEqual([]);
    expect(await seen('forked', 'test_leaves_a_process')).toEqual(['test_leaves_a_process passed']);
    expect(await seen('forked', 'test_fresh')).toEqual(['test_fresh passed']);
    expect(taggedProcesses(runTag())).toEqual(servers);
  });

  test('is asked to end at its time limit, and then ended', async () => {
    const run = await project.run('forked', ['test_hangs'], { timeBoxMs: 4_000 });
    expect(run.ending.timedOut).toBe(true);
    expect(outcomesOf(run)).toEqual(['test_hangs timed-out timed-out: the time limit was reached']);
    if (runner !== 'jest') expect(noted('hangs')).toEqual(['asked']);
  });

  test('has the variables of its condition, from a server of its own', async () => {
    const tokyo = await project.run('forked', ['test_zone'], {}, { effect: { env: { TZ: 'Asia/Tokyo' } } });
    expect(outcomesOf(tokyo)[0]).toContain('-540 9');
  });
});

test('a module that NODE_OPTIONS loads is never kept: such trials start cold', async () => {
  const { adapter, header, define } = RUNNERS.mocha;
  const loaded = { NODE_OPTIONS: '--require=./loaded.cjs' };
  const language = javascript('mocha/bin/mocha.js', { mocha: '12.0.3' }, loaded);
  const body = `if (process.pid !== globalThis.loadedBy) throw new Error('kept');`;
  await using project = await openForkedProject(language, adapter, {
    'package.json': '{ "private": true }',
    'loaded.cjs': 'globalThis.loadedBy = process.pid;\n',
    'test/a.test.js': `${header}${define}('test_one', () => { ${body} });\n`,
  });
  for (const _ of [1, 2]) expect(outcomesOf(await project.run('forked', ['test_one']))).toEqual(['test_one passed']);
  expect(taggedProcesses(runTag())).toEqual([]);
});
