/**
 * Diagnoses every fixture under every runner with several seeds, through the built command line, and holds the answers against the model in
 * fixtures/. Prints one table; `--write <file>` keeps it as a page.
 *
 *   npm run bench:fixtures -- --seeds 5 --runner pytest --cause victim-one --side-by-side 2
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { toolOf, withProgramOnPath } from '../fixtures/plain-commands.mjs';
import { judge } from './fixtures/judge.mjs';
import { page } from './fixtures/page.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const built = (name) => import(pathToFileURL(join(top, 'node_modules/.cache/unflake-fixtures', name)).href);

/** Seconds for a trial until its usual time is known; a JVM takes some of them to start on a tenth of a processor. */
const LONGEST_S = { maven: '30', gradle: '30' };

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    runner: { type: 'string', multiple: true, default: [] },
    cause: { type: 'string', multiple: true, default: [] },
    'side-by-side': { type: 'string', default: '2' },
    minutes: { type: 'string', default: '600' },
    write: { type: 'string' },
  },
});
const { FIXTURES } = await built('all.js');
const { RUNNERS, answerUnder, idOf } = await built('model.js');
const seeds = Array.from({ length: Number(values.seeds) }, (_, n) => 1001 + 17 * n);
const runners = RUNNERS.filter((name) => values.runner.length === 0 || values.runner.includes(name));
const fixtures = FIXTURES.filter(({ cause }) => values.cause.length === 0 || values.cause.includes(cause));
const tools = {};
for (const runner of runners) tools[runner] = await toolOf(runner);

const todo = seeds.flatMap((seed) =>
  fixtures.flatMap((expected) =>
    runners.filter((runner) => answerUnder(expected, runner)).map((runner) => ({ seed, expected, runner })),
  ),
);
// Seeds are the outer loop, so that a cut run has whole rounds of every fixture first.
const deadline = performance.now() + Number(values.minutes) * 60_000;
const rows = [];
let began = 0;
await Promise.all(Array.from({ length: Number(values['side-by-side']) }, worker));
rows.sort((a, b) => a.at - b.at);
const text = page(rows, { seeds, runners, fixtures, planned: todo.length });
console.log(text);
if (values.write) writeFileSync(join(top, values.write), `${text}\n`);
process.exitCode = rows.some(({ wrongIsolated }) => wrongIsolated) ? 1 : 0;

async function worker() {
  while (began < todo.length && performance.now() < deadline) {
    const at = began++;
    const { seed, expected, runner } = todo[at];
    const answer = await diagnose(runner, expected, seed);
    const id = (title) => idOf(runner, expected, title);
    const row = { at, seed, runner, cause: expected.cause, ...judge(answer, answerUnder(expected, runner), id) };
    rows.push(row);
    const mark = row.right ? 'right' : row.wrongIsolated ? 'WRONG ISOLATED' : row.honest ? 'honest' : 'missed';
    console.error(
      `${rows.length}/${todo.length} ${runner} ${expected.cause} seed ${seed}: ${mark} (${row.said}), ${row.trials} trials, ${(row.ms / 1000).toFixed(1)} s`,
    );
  }
}

async function diagnose(runner, expected, seed) {
  const place = mkdtempSync(join(tmpdir(), 'unflake-fixture-'));
  try {
    const root = join(place, 'subject');
    cpSync(join(top, 'fixtures', expected.cause, runner), root, { recursive: true });
    const { modules } = tools[runner];
    if (modules) symlinkSync(modules, join(root, 'node_modules'));
    const argv = [
      'diagnose',
      idOf(runner, expected, expected.target),
      '--json',
      '--root',
      root,
      '--store',
      join(place, 'store.db'),
    ];
    const { stdout, stderr, code } = await run(
      [...argv, '--seed', String(seed), '--timeout', LONGEST_S[runner] ?? '8'],
      place,
      tools[runner],
    );
    try {
      return { envelope: JSON.parse(stdout), code };
    } catch (error) {
      return { envelope: null, code, trouble: `${error.message}: ${stderr.slice(-400)}` };
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function run(args, cwd, tool) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PATH: withProgramOnPath(tool) };
    // The first is for another Python; the others are conditions of some fixtures.
    for (const name of ['VIRTUAL_ENV', 'CI', 'TZ', 'LC_ALL']) delete env[name];
    const child = spawn(process.execPath, [join(top, 'packages/unflake/bin/unflake.js'), ...args], { cwd, env });
    const text = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (piece) => (text[name] += piece));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...text, code }));
  });
}
