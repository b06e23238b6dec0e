/**
 * Runs the selected files of a node:test project, each in its own process, and reports every file that ended early. A single file runs in
 * this process, unless the project needs Node options at start. `driver.mjs [--workers n] [--files glob]… -- [options for node]…`. The
 * selection is in the file named by UNFLAKE_SELECTION.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { followStream } from '../javascript/follow-stream.mjs';
import { nodeTestScript } from './package-script.mjs';
import { writeEvent } from './stream.mjs';
import { testFiles } from './test-files.mjs';

const CHILD = fileURLToPath(new URL('./child.mjs', import.meta.url));
const REPORTERS = ['reporter', 'serialize'].map((name) => new URL(`./${name}.mjs`, import.meta.url).href);
const STREAM = process.env.UNFLAKE_STREAM;
/** What child.mjs and Node's own runner load. */
const PARTS = ['intercept', 'late-definitions', 'register', 'reporter', 'serialize'];

if (process.env.UNFLAKE_GATE !== undefined) await waitForTrial();
const { workers, globs, nodeOptions } = options(process.argv.slice(2));
const script = nodeTestScript(process.cwd());
const wanted = [...script.nodeOptions, ...nodeOptions];
const flags = [
  ...wanted,
  ...REPORTERS.flatMap((reporter) => [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout']),
];

const files =
  process.env.UNFLAKE_LIST === '1' ? null : JSON.parse(readFileSync(process.env.UNFLAKE_SELECTION, 'utf8')).files;
if (files?.length === 1 && wanted.length === 0) await runHere(files[0]);
else {
  await (files === null ? list() : run(files));
  writeEvent({ ev: 'done' });
}

async function waitForTrial() {
  const require = createRequire(import.meta.url);
  const { serves, waitAtGate } = require('../javascript/gate.cjs');
  const load = async () => {
    for (const part of PARTS) await import(`./${part}.mjs`);
  };
  if (!serves()) {
    await load();
    waitAtGate();
    return;
  }
  const { loadForForks, putOffCollection } = require('../javascript/load-for-forks.cjs');
  await loadForForks(load);
  waitAtGate();
  putOffCollection();
}

/** Children write to separate files, which are read in the order of the test files, whichever finishes first. */
async function list() {
  const found = testFiles(process.cwd(), globs.length > 0 ? globs : script.files);
  if (found.length === 0) writeEvent({ ev: 'problem', text: 'no test files were found' });
  const parts = found.map((_, index) => `${STREAM}.${index}`);
  await pool(found, availableParallelism(), (file, index) =>
    child([file], { ...process.env, UNFLAKE_STREAM: parts[index] }),
  );
  for (const [index, part] of parts.entries()) {
    const events = existsSync(part) ? readFileSync(part, 'utf8').split('\n').filter(Boolean) : [];
    for (const line of events) writeEvent(JSON.parse(line));
    if (events.length === 0)
      writeEvent({ ev: 'problem', text: `${found[index]} ended its process while it was being loaded` });
    rmSync(part, { force: true });
  }
}

/** A test that kills the process is recognised by its start without an end. */
async function runHere({ file }) {
  process.once('exit', (code) => {
    if (code > 1) writeEvent({ ev: 'problem', text: `${file}: the process ended with exit code ${code}` });
    writeEvent({ ev: 'done' });
  });
  process.argv = [process.argv[0], CHILD, file, '0'];
  await import('./child.mjs');
}

async function run(jobs) {
  const openTests = followStream(STREAM);
  await pool(jobs, workers, async ({ file, tests }, index) => {
    const ending = await child([file, String(index)], process.env);
    const own = new Set(tests);
    const open = openTests().filter(({ id }) => own.has(id));
    // For people who paste the command: like node --test, it exits with 1 when anything failed.
    if (!ending.endsWith('exit code 0')) process.exitCode = 1;
    // Failures are reported per test; 0 and 1 are the exit codes of a file that ran to its end.
    if (open.length > 0 || !/exit code [01]$/.test(ending)) writeEvent({ ev: 'problem', text: `${file}: ${ending}` });
    for (const { id, run: nth } of open) {
      const error = { type: 'crashed', message: ending };
      writeEvent({ ev: 'end', id, run: nth, outcome: 'crashed', ms: null, error });
    }
  });
}

function child(args, env) {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, [...flags, CHILD, ...args], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    started.on('error', reject);
    started.on('exit', (code, signal) => {
      resolve(signal === null ? `the process ended with exit code ${code}` : `the process was ended by ${signal}`);
    });
  });
}

async function pool(items, size, work) {
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(size, items.length) }, worker));
}

function options(argv) {
  const split = argv.indexOf('--');
  const own = split === -1 ? argv : argv.slice(0, split);
  const values = (name) => own.flatMap((word, at) => (own[at - 1] === name ? [word] : []));
  return {
    workers: Number(values('--workers')[0] ?? 1),
    globs: values('--files'),
    nodeOptions: split === -1 ? [] : argv.slice(split + 1),
  };
}
