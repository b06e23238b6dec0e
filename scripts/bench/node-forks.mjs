/**
 * How often does a forked Node lie? Healthy tests that keep the threads of V8 and libuv busy (garbage, WebAssembly, files, cryptography,
 * compression, workers, timers) run in forked trials again and again; every outcome but `passed` is a lie of ours. Prints Markdown and exits
 * with 1 if there is one. Needs `npm run build`.
 *
 *   node scripts/bench/node-forks.mjs [--trials 1000] [--only mocha,jest,node-test,vitest]
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chooseLauncher } from '../../packages/unflake/dist/engine/launchers/choose-launcher.js';
import { FORK_SERVER } from '../../packages/unflake/dist/engine/launchers/fork-servers.js';
import { PAYS_AFTER } from '../../packages/unflake/dist/engine/launchers/loaded-runner.js';
import { listTests } from '../../packages/unflake/dist/engine/subject/list-tests.js';
import { runTrial } from '../../packages/unflake/dist/engine/trial/run-trial.js';
import { openWorkspace } from '../../packages/unflake/dist/engine/trial-workspace.js';
import { zeroFailureBound } from '../../packages/unflake/dist/experiment/statistics/zero-failure-bound.js';
import { runnerNamed } from '../../packages/unflake/dist/runners/index.js';
import { npmTools } from '../toolchains/npm-tools.mjs';

const { values } = parseArgs({
  options: { trials: { type: 'string', default: '1000' }, only: { type: 'string' } },
});
const TRIALS = Number(values.trials);
const PROBES = fileURLToPath(new URL('../../packages/unflake/probes', import.meta.url));

const TESTS = {
  garbage: `let kept = []; for (let n = 0; n < 60000; n += 1) { kept.push({ n, text: 'number ' + n }); if (kept.length > 20000) kept = []; }`,
  files: `const all = await Promise.all(Array.from({ length: 20 }, () => fs.promises.readFile(__filename, 'utf8'))); assert(new Set(all).size === 1);`,
  crypto: `const keys = await Promise.all([1, 2, 3, 4].map((n) => promisify(crypto.pbkdf2)('a', 'b' + n, 50, 32, 'sha256'))); assert(new Set(keys.map(String)).size === 4);`,
  compression: `const text = 'abc'.repeat(20000); assert(String(await promisify(zlib.gunzip)(await promisify(zlib.gzip)(text))) === text);`,
  wasm: `assert(await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) instanceof WebAssembly.Module);`,
  worker: `const worker = new Worker("require('node:worker_threads').parentPort.postMessage(41 + 1)", { eval: true }); assert((await once(worker, 'message'))[0] === 42); await worker.terminate();`,
  timers: `const began = performance.now(); await new Promise((r) => setTimeout(r, 5)); assert(performance.now() - began > 3);`,
  hot: `let sum = 0; const add = (a, b) => a + b; for (let n = 0; n < 300000; n += 1) sum = add(sum, n); assert(sum === 44999850000);`,
};
const HEADER = `const fs = require('node:fs'); const zlib = require('node:zlib'); const crypto = require('node:crypto');
const { promisify } = require('node:util'); const { once } = require('node:events'); const { Worker } = require('node:worker_threads');
const assert = (right) => { if (!right) throw new Error('a lie'); };
`;
const RUNNERS = {
  mocha: { tools: { mocha: '12.0.3' }, script: 'mocha/bin/mocha.js', define: 'it', header: '' },
  jest: { tools: { jest: '30.5.2' }, script: 'jest/bin/jest.js', define: 'test', header: '' },
  'node-test': { tools: null, script: null, define: 'test', header: "const test = require('node:test');\n" },
  vitest: {
    tools: { vitest: '4.1.11' },
    script: 'vitest/vitest.mjs',
    define: 'test',
    header: `import { createRequire } from 'node:module';\nimport { test } from 'vitest';\nconst require = createRequire(import.meta.url);\nconst __filename = import.meta.filename ?? new URL(import.meta.url).pathname;\n`,
  },
};

const place = realpathSync(mkdtempSync(join(tmpdir(), 'unflake-node-forks-')));
const rows = [];
try {
  for (const name of values.only?.split(',') ?? Object.keys(RUNNERS)) rows.push(await stress(name));
} finally {
  rmSync(place, { recursive: true, force: true });
}
console.log(
  `Node ${process.versions.node}, load ${loadavg()[0].toFixed(1)}, ${Object.keys(TESTS).length} tests a trial.\n`,
);
console.log('| runner | forked trials | other trials | executions | not passed | lies in fewer trials than (95 %) |');
console.log('|---|---|---|---|---|---|');
for (const { name, forked, others, executions, lies } of rows) {
  const bound = lies.length === 0 && forked > 0 ? `${(100 * zeroFailureBound(forked)).toFixed(2)} %` : '';
  console.log(`| ${name} | ${forked} | ${others} | ${executions} | ${lies.length} | ${bound} |`);
  for (const lie of lies.slice(0, 5)) console.error(lie);
}
if (rows.some(({ lies, forked }) => lies.length > 0 || forked < TRIALS)) process.exitCode = 1;

async function stress(name) {
  const { tools, script, define, header } = RUNNERS[name];
  const root = join(place, name);
  mkdirSync(root);
  writeFileSync(join(root, 'package.json'), '{ "private": true }');
  const tests = Object.entries(TESTS).map(([title, body]) => `${define}('${title}', async () => { ${body} });\n`);
  writeFileSync(join(root, 'a.test.js'), header + HEADER + tests.join(''));
  if (tools) symlinkSync(join(await npmTools(tools), 'node_modules'), join(root, 'node_modules'));
  const program = script === null ? [process.execPath] : [process.execPath, join(root, 'node_modules', script)];
  const workspace = openWorkspace({ env: process.env, place: join(place, 'runs') });
  const settings = {
    args: [],
    files: name === 'mocha' ? ['a.test.js'] : [],
    command: [],
    report: { format: 'exit', path: null },
  };
  const bare = {
    root,
    folder: root,
    adapter: runnerNamed(name),
    program,
    settings,
    probes: PROBES,
    cache: `${root}-cache`,
    suite: [],
  };
  try {
    const listed = await listTests(bare, workspace);
    const subject = { ...bare, suite: listed.tests };
    const launch = await chooseLauncher(subject, workspace, { target: listed.tests[0], jobs: 1, timeBoxMs: 60_000 });
    const counts = { name, forked: 0, others: 0, executions: 0, lies: [] };
    const most = TRIALS + PAYS_AFTER.forks + 100;
    for (let seed = 1; counts.forked < TRIALS && seed <= most; seed += 1) {
      const trial = {
        tests: listed.tests,
        repeat: 1,
        conditions: {},
        seed,
        watch: 'all',
        mode: 'probe',
        exclusive: false,
      };
      const run = await runTrial({ ...trial, timeBoxMs: 60_000 }, launch.subject, {
        ...workspace,
        launcher: launch.launcher,
      });
      if (launch.launcher.name === FORK_SERVER) counts.forked += 1;
      else counts.others += 1;
      counts.executions += run.observations.length;
      const wrong = run.observations.filter(({ outcome }) => outcome !== 'passed');
      if (wrong.length > 0 || run.ending.code !== 0)
        counts.lies.push(
          `${name}, trial ${seed}: ${JSON.stringify({ wrong, ending: run.ending, problems: run.problems })}`,
        );
    }
    if (launch.distrust !== null) console.error(`${name}: ${launch.distrust}`);
    await launch.close();
    return counts;
  } finally {
    await workspace.close();
  }
}
