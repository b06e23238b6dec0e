/**
 * Diagnoses every fixture under every runner with several seeds, through the built command line, and compares the results with the model in
 * fixtures/. Prints one table; `--write <file>` stores it as a page. All runners with five seeds take most of a day: `--rows <file>` stores
 * every result at once, with its commit, and continues from there. Ctrl-C ends the current diagnosis and prints the rest.
 *
 * `--draw 60` takes so many of the cases by lot.
 *
 *   npm run bench:fixtures -- --seeds 5 --runner pytest --cause victim-one --side-by-side 2 --rows scripts/bench/results/fixtures.jsonl
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { random } from '../../packages/testkit/dist/random.js';
import { toolOf } from '../fixtures/plain-commands.mjs';
import { diagnoseFixture } from './fixtures/diagnose-fixture.mjs';
import { judge } from './fixtures/judge.mjs';
import { page } from './fixtures/page.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const built = (name) => import(pathToFileURL(join(top, 'node_modules/.cache/unflake-fixtures', name)).href);

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    runner: { type: 'string', multiple: true, default: [] },
    cause: { type: 'string', multiple: true, default: [] },
    'side-by-side': { type: 'string', default: '2' },
    minutes: { type: 'string', default: '600' },
    draw: { type: 'string' },
    rows: { type: 'string' },
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

const kept = values.rows && existsSync(resolve(top, values.rows)) ? readRows(resolve(top, values.rows)) : [];
const isKept = (seed, cause, runner) =>
  kept.some((row) => row.seed === seed && row.cause === cause && row.runner === runner);
const cases = seeds.flatMap((seed) =>
  fixtures.flatMap((expected) =>
    runners.filter((runner) => answerUnder(expected, runner)).map((runner) => ({ seed, expected, runner })),
  ),
);
const planned = values.draw === undefined ? cases : random(seeds[0]).shuffle(cases).slice(0, Number(values.draw));
const todo = planned.filter(({ seed, expected, runner }) => !isKept(seed, expected.cause, runner));
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: top, encoding: 'utf8' }).trim();
// Seeds are the outer loop, so that an interrupted run has complete rounds of every fixture first.
const deadline = performance.now() + Number(values.minutes) * 60_000;
const rows = [];
let began = 0;
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());
await Promise.all(Array.from({ length: Number(values['side-by-side']) }, worker));
const about = planned.map(({ seed, expected, runner }) => `${seed} ${expected.cause} ${runner}`);
const place = ({ seed, cause, runner }) => about.indexOf(`${seed} ${cause} ${runner}`);
const all = [...kept, ...rows].filter((row) => place(row) >= 0).sort((a, b) => place(a) - place(b));
const notes = values.rows ? notesOn(resolve(top, values.rows)) : '';
const text = page(all, { seeds, runners, fixtures, planned: planned.length, answerUnder, notes });
console.log(text);
if (values.write) writeFileSync(resolve(top, values.write), `${text}\n`);
process.exitCode = all.some(({ wrongIsolated }) => wrongIsolated) ? 1 : 0;

async function worker() {
  while (began < todo.length && performance.now() < deadline && !interrupted.signal.aborted) {
    const { seed, expected, runner } = todo[began++];
    const id = (title) => idOf(runner, expected, title);
    const judged = (given) => judge(given, answerUnder(expected, runner), id);
    const answer = await diagnoseFixture({
      runner,
      cause: expected.cause,
      id: id(expected.target),
      seed,
      tool: tools[runner],
      signal: interrupted.signal,
      // A wrong accusation must be explained.
      isKept: (given) => judged(given).wrongIsolated,
    });
    if (interrupted.signal.aborted) return;
    const row = { commit, seed, runner, cause: expected.cause, ...judged(answer) };
    rows.push(row);
    if (values.rows) appendFileSync(resolve(top, values.rows), `${JSON.stringify(row)}\n`);
    const mark = row.right ? 'right' : row.wrongIsolated ? 'WRONG ISOLATED' : row.honest ? 'honest' : 'missed';
    console.error(
      `${rows.length}/${todo.length} ${runner} ${expected.cause} seed ${seed}: ${mark} (${row.said}), ${row.trials} trials, ${(row.ms / 1000).toFixed(1)} s${row.wrongIsolated ? `, kept in ${answer.place}` : ''}`,
    );
  }
}

/** Notes about the rows are stored with them and copied into the page. */
function notesOn(file) {
  const notes = file.replace(/\.jsonl$/, '.md');
  return existsSync(notes) ? readFileSync(notes, 'utf8') : '';
}

function readRows(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
