/**
 * Ends a running diagnosis by SIGKILL, SIGTERM and SIGINT at random moments while fork servers of it are up, and checks that no process is
 * left. Prints Markdown; exits 1 if a round failed. Needs `npm run build`.
 *
 *   node scripts/bench/leftover-servers.mjs [--each 10] [--only pytest,rspec,mocha,node-test,jest,vitest] [--signals SIGKILL,SIGTERM,SIGINT] [--seed 1] [--longest 3000]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { random } from '../../packages/testkit/dist/random.js';
import { memoryOf } from '../../packages/unflake/dist/proc/memory.js';
import { npmTools } from '../toolchains/npm-tools.mjs';
import { pythonWithPytest } from '../toolchains/python.mjs';
import { rubyWithRspec } from '../toolchains/ruby.mjs';
import { childrenOf, processes, reading, statOf } from './process-files.mjs';

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '10' },
    only: { type: 'string' },
    signals: { type: 'string', default: 'SIGKILL,SIGTERM,SIGINT' },
    seed: { type: 'string', default: '1' },
    longest: { type: 'string', default: '3000' },
  },
});
const BIN = fileURLToPath(new URL('../../packages/unflake/bin/unflake.js', import.meta.url));
const TAG = 'LEFTOVER_SERVERS_BENCH';
const LEFT_AFTER_MS = 5_000;
const MAX_START_MS = 180_000;
/** A test of Node that fails rarely, as source; `packages` are what npm installs for it. */
const node = (runner, packages, file, header, define) => ({
  runner,
  test: 'sometimes',
  packages,
  program: async () => packages && npmTools(packages),
  files: {
    'package.json': JSON.stringify({
      private: true,
      ...(packages ? {} : { scripts: { test: 'node --test' } }),
      devDependencies: packages ?? {},
    }),
    [file]: `${header}${define}('always', () => {});\n${define}('sometimes', () => { if (Math.random() < 0.02) throw new Error('no luck'); });\n`,
  },
});
const ALL_SUBJECTS = [
  {
    runner: 'pytest',
    test: 'sometimes',
    program: pythonWithPytest,
    files: {
      'test_a.py':
        'import random\n\n\ndef test_always():\n    pass\n\n\ndef test_sometimes():\n    assert random.random() > 0.02\n',
    },
  },
  {
    runner: 'rspec',
    test: 'sometimes',
    program: rubyWithRspec,
    files: {
      'spec/a_spec.rb':
        'RSpec.describe "a" do\n  it("always") {}\n  it("sometimes") { raise "no luck" if rand < 0.02 }\nend\n',
    },
  },
  node('mocha', { mocha: '12.0.3' }, 'test/a.test.js', '', 'it'),
  node('node-test', null, 'a.test.js', "const test = require('node:test');\n", 'test'),
  node('jest', { jest: '30.5.2' }, 'a.test.js', '', 'test'),
  node('vitest', { vitest: '4.1.11' }, 'a.test.js', "import { test } from 'vitest';\n", 'test'),
];
const only = values.only?.split(',');
const SUBJECTS = ALL_SUBJECTS.filter(({ runner }) => only === undefined || only.includes(runner));
const place = mkdtempSync(join(tmpdir(), 'unflake-leftover-servers-'));
const rng = random(Number(values.seed));
let failed = 0;
try {
  for (const subject of SUBJECTS) {
    const found = await subject.program();
    for (const [path, text] of Object.entries(subject.files)) {
      mkdirSync(dirname(join(place, subject.runner, path)), { recursive: true });
      writeFileSync(join(place, subject.runner, path), text);
    }
    if (subject.packages) symlinkSync(join(found, 'node_modules'), join(place, subject.runner, 'node_modules'));
  }
  console.log(
    '| signal | rounds | servers up before, least, most | memory of all that waits, most | rounds with processes left after 5 s | gone after, median, most |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const signal of values.signals.split(',')) await cuts(signal, Number(values.each));
} finally {
  rmSync(place, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

async function cuts(signal, count) {
  const seen = [];
  let without = 0;
  for (let round = 0; round < count; round += 1) {
    const one = await cut(signal, SUBJECTS[round % SUBJECTS.length], rng.int(0, Number(values.longest)));
    // A short diagnosis ends before it needs servers; another one takes its place.
    if (one.servers === 0 && ++without <= count) round -= 1;
    else seen.push(one);
    if (one.left === 0) continue;
    failed += 1;
    console.error(`${signal}: ${one.servers} servers before, ${one.left} processes left\n${one.stderr}`);
  }
  const sorted = (key) => seen.map((one) => one[key]).sort((a, b) => a - b);
  const [gone, up] = [sorted('goneMs'), sorted('servers')];
  if (up[0] === 0) failed += 1;
  const left = seen.filter((one) => one.left > 0).length;
  console.log(
    `| ${signal} | ${seen.length} | ${up[0]}, ${up.at(-1)} | ${Math.round(sorted('bytes').at(-1) / 2 ** 20)} MB | ${left} | ${Math.round(gone[gone.length >> 1])} ms, ${Math.round(gone.at(-1))} ms |`,
  );
}

async function cut(signal, { runner, test }, afterMs) {
  const args = ['diagnose', test, '--minutes', '10', '--trials', '2000', '--store', join(place, 'store.db')];
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: join(place, runner),
    env: { ...process.env, [TAG]: place },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  let over = false;
  const exited = new Promise((resolve) =>
    child.on('exit', () => {
      over = true;
      resolve();
    }),
  );
  const from = performance.now();
  while (servers().length === 0 && !over && performance.now() - from < MAX_START_MS) await pause(20);
  // A diagnosis may end before its moment: then it is ended at once where servers are up.
  const until = performance.now() + afterMs;
  while (performance.now() < until && !over && servers().length > 0) await pause(5);
  const up = servers().length;
  const bytes = kept().reduce((total, pid) => total + memoryOf(pid), 0);
  const helpers = childrenOf(child.pid);
  child.kill(signal);
  await exited;
  const ended = performance.now();
  while (leftovers(helpers).length > 0 && performance.now() - ended < LEFT_AFTER_MS) await pause(10);
  const goneMs = performance.now() - ended;
  const left = leftovers(helpers);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  return { servers: up, bytes, goneMs, left: left.length, stderr };
}

function variablesOf(name) {
  return reading(() => readFileSync(`/proc/${name}/environ`, 'latin1'));
}

function isAlive(name) {
  return !'ZX'.includes(statOf(name)[0]);
}

/** Processes of this benchmark that wait to be forked, or run a trial in a fork. */
function servers() {
  return processes().filter((name) => {
    const variables = variablesOf(name);
    return variables.includes(`${TAG}=${place}\0`) && /(?:^|\0)UNFLAKE_GATE=\d+\+/.test(variables) && isAlive(name);
  });
}

/** Servers, what they keep for their forks, processes that were started ahead, and the trial that runs. */
function kept() {
  return processes()
    .filter((name) => /(?:^|\0)UNFLAKE_TAG_/.test(variablesOf(name)) && variablesOf(name).includes(`${TAG}=${place}\0`))
    .map(Number);
}

function leftovers(helpers) {
  return processes()
    .filter((name) => {
      const tagged = variablesOf(name).includes(`${TAG}=${place}\0`);
      const inside = reading(() => readlinkSync(`/proc/${name}/cwd`)).startsWith(place);
      return Number(name) !== process.pid && (tagged || inside || helpers.has(`${name} ${statOf(name)[19]}`));
    })
    .filter(isAlive)
    .map(Number);
}
