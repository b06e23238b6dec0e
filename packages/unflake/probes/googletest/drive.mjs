/**
 * Starts each GoogleTest program of the selection once, in its own folder like CTest, and forwards its output. `drive.mjs [--files path]…
 * -- [flags for the programs]…`. The selection is in the file named by UNFLAKE_SELECTION; with UNFLAKE_LIST=1 all tests are listed.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { followOutput } from './follow-output.mjs';
import { listTests } from './list-tests.mjs';
import { testPrograms } from './test-programs.mjs';

const STREAM = process.env.UNFLAKE_STREAM;
// The trial decides which tests run, how often, in which order, and which reporter is used.
const NOT_SUPPORTED =
  /^--?gtest_(?:filter|repeat|shuffle|output|list_tests|brief|print_time|also_run_disabled_tests|fail_fast)\b/;
// One argument may have 131,071 bytes on Linux.
const FILTER_BYTES = 100_000;
const LAST_WORDS = 2000;
// A leftover process of a test may hold the output open forever.
const DRAIN_MS = 200;

const root = process.cwd();
const { files, flags } = options(process.argv.slice(2));
const refused = flags.filter((flag) => NOT_SUPPORTED.test(flag));
if (refused.length > 0) problem(`not supported: flags of GoogleTest: ${refused.join(' ')}`);
else if (process.env.UNFLAKE_LIST === '1') list();
else await run();
write({ ev: 'done' });

function list() {
  const programs = testPrograms(root, files);
  if (programs.length === 0) {
    const where = files.length > 0 ? files.join(', ') : 'build, out, bin and their like';
    problem(`no GoogleTest program was found in ${where}; build the tests first, or name the programs in \`files\``);
  }
  for (const [at, program] of programs.entries()) {
    const report = join(dirname(STREAM), `listing-${at}.json`);
    const { ids, problem: text } = listTests(program, { root, flags, report });
    write({ ev: 'collected', ids });
    if (text !== null) problem(text);
  }
}

async function run() {
  const { programs, repeat } = JSON.parse(readFileSync(process.env.UNFLAKE_SELECTION, 'utf8'));
  for (const { program, tests, whole } of programs) {
    if (existsSync(join(root, program)))
      await start(program, tests, [...chosen(tests, whole), `--gtest_repeat=${repeat}`]);
    else problem(`no such program: ${program}, for ${tests.join(', ')}`);
  }
}

function chosen(tests, whole) {
  if (whole) return ['--gtest_filter=*'];
  const filter = `--gtest_filter=${tests.join(':')}`;
  if (Buffer.byteLength(filter) < FILTER_BYTES) return [filter];
  const path = join(dirname(STREAM), 'flags.txt');
  writeFileSync(path, `${filter}\n`);
  return [`--gtest_flagfile=${path}`];
}

function start(program, tests, args) {
  const path = resolve(root, program);
  const follow = followOutput({ program, tests, runs: new Map(), write });
  let words = '';
  return new Promise((done, fail) => {
    const fixed = ['--gtest_color=no', '--gtest_shuffle=0', '--gtest_print_time=1'];
    const child = spawn(path, [...flags, ...fixed, ...args], { cwd: dirname(path), stdio: ['ignore', 'pipe', 'pipe'] });
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      process.stdout.write(`${line}\n`);
      follow.line(line);
    });
    child.stderr.on('data', (data) => {
      process.stderr.write(data);
      words = `${words}${data}`.slice(-LAST_WORDS);
    });
    child.on('error', fail);
    child.on('exit', () => {
      setTimeout(() => child.stdout.destroy(), DRAIN_MS).unref();
      setTimeout(() => child.stderr.destroy(), DRAIN_MS).unref();
    });
    child.on('close', (code, signal) => {
      follow.end(signal ?? code, words);
      done();
    });
  });
}

function problem(text) {
  write({ ev: 'problem', text });
}

function write(event) {
  appendFileSync(STREAM, `${JSON.stringify(event)}\n`);
}

function options(argv) {
  const split = argv.indexOf('--');
  const own = argv.slice(0, split);
  return {
    files: own.flatMap((word, at) => (own[at - 1] === '--files' ? [word] : [])),
    flags: argv.slice(split + 1),
  };
}
