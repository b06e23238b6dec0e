/**
 * Starts BATS once for each part of the selection that it can run in one process, and forwards its lines. `drive.mjs <bats> [--files
 * path]… -- [flags for bats]…`. The selection is in the file named by UNFLAKE_SELECTION; with UNFLAKE_LIST=1 all tests are listed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { inGroups } from './groups.mjs';
import { readTests } from './read-tests.mjs';
import { testFiles } from './test-files.mjs';
import { withoutRetries } from './without-retries.mjs';

const STREAM = process.env.UNFLAKE_STREAM;
// The trial decides which tests run, in how many processes, and which reporter is used.
const NOT_SUPPORTED = /^(?:-f|--filter.*|-j|--jobs.*|-F|--formatter.*|--report-formatter.*|-c|--count)$/;

const { bats, files, flags } = options(process.argv.slice(2));
const refused = flags.filter((flag) => NOT_SUPPORTED.test(flag));
if (refused.length > 0) write({ ev: 'problem', text: `not supported: flags of bats: ${refused.join(' ')}` });
else if (process.env.UNFLAKE_LIST === '1') list();
else process.exitCode = await run();
write({ ev: 'done' });

function list() {
  const refusal = tooOld();
  if (refusal !== null) return write({ ev: 'problem', text: refusal });
  const found = testFiles(process.cwd(), files);
  const tests = found.flatMap((file) => readTests(file));
  write({ ev: 'collected', ids: tests.map(({ id }) => id) });
  if (found.length === 0) return;
  // unflake-allow ignored-exit-status: its output is compared with what was read, and a failure shows there
  const { stdout, stderr } = spawnSync(bats, [...flags, '--count', ...found], { encoding: 'utf8' });
  if (stdout.trim() === String(tests.length)) return;
  const words = `${stdout.trim()} ${stderr.trim()}`.trim();
  write({ ev: 'problem', text: `${tests.length} tests were read from the files, but bats counts: ${words}` });
}

/** Before 1.8 it has neither the stream nor the filter that trials need. */
function tooOld() {
  // unflake-allow ignored-exit-status: without a version the listing that follows reports the error
  const { stdout } = spawnSync(bats, ['--version'], { encoding: 'utf8' });
  const [, version, major, minor] = /((\d+)\.(\d+)\S*)/.exec(stdout) ?? [];
  if (version === undefined || Number(major) > 1 || Number(minor) >= 8) return null;
  return `not supported: ${bats} is BATS ${version}, and 1.8 or later is needed; or give the test as a command: --runner command -- <command>`;
}

async function run() {
  const selection = JSON.parse(readFileSync(process.env.UNFLAKE_SELECTION, 'utf8'));
  const { groups, missing } = inGroups(selection.tests);
  for (const id of missing) write({ ev: 'problem', text: `no such test: ${id}` });
  const program = withoutRetries(bats, join(dirname(STREAM), 'bats'));
  let worst = 0;
  for (let round = 0; round < selection.repeat; round += 1) {
    for (const group of groups) worst = Math.max(worst, await runGroup(program, group));
  }
  return worst;
}

function runGroup(program, { chunks, filter }) {
  const only = filter === null ? [] : ['--filter', filter];
  const args = [...flags, '--formatter', 'cat', '--timing', ...only, ...chunks.map(({ file }) => file)];
  const tests = chunks.flatMap(({ file, tests: own }) => own.map(({ id }) => ({ id, file })));
  write({ ev: 'process', tests });
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      process.stdout.write(`${line}\n`);
      appendFileSync(STREAM, `${line}\n`);
      const [, planned] = /^1\.\.(\d+)$/.exec(line) ?? [];
      if (planned === undefined || Number(planned) === tests.length) return;
      write({ ev: 'problem', text: `bats would run ${planned} tests where ${tests.length} were asked for` });
      child.kill();
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      write({ ev: 'ended', how: signal ?? code });
      resolve(code ?? 1);
    });
  });
}

function write(event) {
  appendFileSync(STREAM, `${JSON.stringify(event)}\n`);
}

function options([program, ...argv]) {
  const split = argv.indexOf('--');
  const own = argv.slice(0, split);
  return {
    bats: program,
    files: own.flatMap((word, at) => (own[at - 1] === '--files' ? [word] : [])),
    flags: argv.slice(split + 1),
  };
}
