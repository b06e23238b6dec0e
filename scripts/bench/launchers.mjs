/**
 * Whole diagnoses with new processes only (`--launcher cold`) and with the fastest launcher, of the same fixtures with the same seeds, in turns:
 * how long they take by the clock and in CPU time of everything they start, and whether both come to the same answer. With `--old`, those of
 * another working copy as well, with the launcher that it chooses. Prints Markdown; exits 1 if a verdict differs or blames something innocent. Ctrl-C
 * ends the current diagnosis and prints the rest.
 *
 *   npm run build && npx tsc -p fixtures/tsconfig.json && node scripts/bench/launchers.mjs --seeds 1 --runner pytest --cause victim-one
 */
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { toolOf } from '../fixtures/plain-commands.mjs';
import { diagnoseFixture } from './fixtures/diagnose-fixture.mjs';
import { judge } from './fixtures/judge.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const built = (name) => import(pathToFileURL(join(top, 'node_modules/.cache/unflake-fixtures', name)).href);
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    runner: { type: 'string', multiple: true, default: ['pytest', 'jest', 'vitest', 'rspec', 'maven'] },
    cause: {
      type: 'string',
      multiple: true,
      default: ['victim-one', 'victim-two-independent', 'rare', 'stable', 'dice-30', 'time-zone', 'short-wait'],
    },
    minutes: { type: 'string', default: '10' },
    old: { type: 'string' },
  },
});
const { FIXTURES } = await built('all.js');
const { answerUnder, idOf } = await built('model.js');
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());
const ARMS = [
  ...(values.old === undefined ? [] : [{ arm: 'old', flags: [], build: resolve(values.old) }]),
  { arm: 'cold', flags: ['--launcher', 'cold'], build: top },
  { arm: 'fastest', flags: ['--launcher', 'fastest'], build: top },
];

const BEFORE = ARMS.map(({ arm }) => arm).filter((arm) => arm !== 'fastest');

const rows = [];
for (let at = 0; at < Number(values.seeds); at += 1)
  for (const cause of values.cause)
    for (const runner of values.runner) {
      const expected = FIXTURES.find((one) => one.cause === cause);
      if (!answerUnder(expected, runner) || interrupted.signal.aborted) continue;
      const row = await inTurn(expected, runner, 1001 + 17 * at, rows.length);
      if (row === null) continue;
      rows.push(row);
      console.error(lineOf(row));
    }
console.log(page());
if (rows.some(({ cold, fastest }) => cold.said !== fastest.said || cold.wrong || fastest.wrong)) process.exitCode = 1;

/** Which of them is first changes from row to row. */
async function inTurn(expected, runner, seed, turn) {
  const tool = await toolOf(runner);
  const id = (title) => idOf(runner, expected, title);
  const row = { runner, cause: expected.cause, seed, load: loadavg()[0] };
  for (const { arm, flags, build } of turn % 2 === 0 ? ARMS : ARMS.toReversed()) {
    const answer = await diagnoseFixture({
      runner,
      cause: expected.cause,
      id: id(expected.target),
      seed,
      tool,
      signal: interrupted.signal,
      counted: true,
      build,
      more: [...flags, '--minutes', values.minutes],
    });
    if (interrupted.signal.aborted) return null;
    const { right, wrongIsolated, said, verdict, trials } = judge(answer, answerUnder(expected, runner), id);
    const { wallMs, cpuMs } = answer;
    row[arm] = { wallMs, cpuMs, trials, right, wrong: wrongIsolated, said: verdict, says: said };
  }
  return row;
}

function lineOf(row) {
  const { runner, cause, seed, cold, fastest, load } = row;
  const list = (pick) => ARMS.map(({ arm }) => pick(row[arm])).join(', ');
  const seconds = (key) => list((one) => (one[key] / 1000).toFixed(1));
  const ratios = (key) => BEFORE.map((arm) => ratioOf(row, arm, key).toFixed(2)).join(', ');
  const verdicts = cold.said === fastest.said ? cold.said : `${cold.says} / ${fastest.says}`;
  const right = list((one) => (one.right ? 'yes' : 'no'));
  return `| ${runner} | ${cause} | ${seed} | ${verdicts} | ${right} | ${list(({ trials }) => trials)} | ${seconds('wallMs')} | ${ratios('wallMs')} | ${seconds('cpuMs')} | **${ratios('cpuMs')}** | ${load.toFixed(0)} |`;
}

function ratioOf({ fastest, ...others }, arm, key) {
  return fastest[key] / others[arm][key];
}

function page() {
  const medians = (list, key) =>
    BEFORE.map((arm) => median(list.map((row) => ratioOf(row, arm, key))).toFixed(2)).join(', ');
  const about = (name, list) => `| ${name} | ${list.length} | ${medians(list, 'wallMs')} | ${medians(list, 'cpuMs')} |`;
  const kinds = [...new Set(rows.map(({ runner, cause }) => `${runner}, ${cause}`))];
  const names = ARMS.map(({ arm }) => arm).join(', ');
  const to = BEFORE.join(', ');
  return [
    `| runner | fixture | seed | verdict | right: ${names} | trials | s by the clock | fastest to ${to} | CPU s | fastest to ${to} | load |`,
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map(lineOf),
    '',
    `| medians | diagnoses | by the clock, fastest to ${to} | CPU time |`,
    '|---|---|---|---|',
    ...(rows.length > 0 ? [about('all', rows)] : []),
    ...kinds.map((kind) =>
      about(
        kind,
        rows.filter(({ runner, cause }) => `${runner}, ${cause}` === kind),
      ),
    ),
  ].join('\n');
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted.length % 2 === 1
    ? sorted[sorted.length >> 1]
    : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
}
