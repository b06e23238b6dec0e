/**
 * Measures what amplification saves: on a fixture that fails in 2 % of runs by itself and depends on load, runs the plain command until it
 * has failed three times, and then diagnoses it; runner after runner, each seed with its own plain runs. Prints Markdown. Needs an
 * otherwise idle machine.
 *
 *   npm run build && npx tsc -p fixtures/tsconfig.json && node scripts/bench/amplify.mjs [--runner node-test] [--seeds 3] [--write docs/design/amplify-measured.md]
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { plainCommands, toolOf, withProgramOnPath } from '../fixtures/plain-commands.mjs';
import { plainRun } from '../fixtures/plain-run.mjs';
import { diagnoseFixture } from './fixtures/diagnose-fixture.mjs';
import { judge } from './fixtures/judge.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const built = (name) => import(pathToFileURL(join(top, 'node_modules/.cache/unflake-fixtures', name)).href);
const CAUSE = 'rare-load';
const FAILURES = 3;
const WANTED = 0.25;
/** The maximum number of plain runs while waiting for the third failure. */
const MAX_PLAIN = 500;

const { values } = parseArgs({
  options: {
    runner: { type: 'string', multiple: true, default: [] },
    seeds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '600' },
    write: { type: 'string' },
  },
});
const { FIXTURES } = await built('all.js');
const { RUNNERS, answerUnder, idOf } = await built('model.js');
const expected = FIXTURES.find(({ cause }) => cause === CAUSE);
const runners = RUNNERS.filter((name) => answerUnder(expected, name)).filter(
  (name) => values.runner.length === 0 || values.runner.includes(name),
);
const deadline = performance.now() + Number(values.minutes) * 60_000;
const rows = [];
for (let n = 0; n < Number(values.seeds); n += 1) {
  for (const runner of runners) {
    if (performance.now() > deadline) break;
    const row = await measure(runner, 5003 + 17 * n);
    rows.push(row);
    process.stderr.write(`${line(row)}\n`);
  }
}
const text = page();
process.stdout.write(text);
if (values.write) writeFileSync(values.write, text);

async function measure(runner, seed) {
  const tool = await toolOf(runner);
  const id = (title) => idOf(runner, expected, title);
  const plain = await untilThree(runner, tool, id(expected.target));
  const answer = await diagnoseFixture({ runner, cause: CAUSE, id: id(expected.target), seed, tool });
  const { right, said, trials, verdict } = judge(answer, answerUnder(expected, runner), id);
  return { runner, seed, plain, trials, verdict, right, said };
}

async function untilThree(runner, tool, id) {
  const place = mkdtempSync(join(tmpdir(), 'unflake-amplify-'));
  try {
    const root = join(place, 'subject');
    const targetFolder = join(place, 'built');
    cpSync(join(top, 'fixtures', CAUSE, runner), root, { recursive: true });
    mkdirSync(targetFolder);
    const { alone } = await plainCommands(runner, tool, { root, targetFolder, id, title: expected.target });
    let [failures, runs] = [0, 0];
    while (failures < FAILURES && runs < MAX_PLAIN) {
      const { failed } = await plainRun(alone, { cwd: root, place, under: {}, path: withProgramOnPath(tool) });
      runs += 1;
      if (failed) failures += 1;
    }
    return { failures, runs };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function line({ runner, seed, plain, trials, right, said }) {
  const short = plain.failures < FAILURES ? ` (${plain.failures} only)` : '';
  return `| ${runner} | ${seed} | ${plain.runs}${short} | ${trials} | ${percent(trials / plain.runs)} | ${said} | ${right ? 'yes' : 'no'} |`;
}

function page() {
  const sum = (of) => rows.reduce((total, row) => total + of(row), 0);
  const median = rows.map(({ trials }) => trials).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
  const [plain, trials] = [sum((row) => row.plain.runs), sum((row) => row.trials)];
  const isolated = rows.filter(({ verdict, right }) => right && verdict === 'isolated').length;
  const failures = sum((row) => row.plain.failures);
  return `# How many runs amplification saves

A rare failure that depends on CPU time (fixture \`${CAUSE}\`): the plain runs that it takes to see ${FAILURES} failures, and the trials of a whole diagnosis, from the first run to the
printed commands. Made by \`node scripts/bench/amplify.mjs --write docs/design/amplify-measured.md\` on ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}.

| runner | seed | plain runs to ${FAILURES} failures | trials of diagnose | share | answer | right |
|---|---|---|---|---|---|---|
${rows.map(line).join('\n')}

Isolated and right: ${isolated} of ${rows.length}. The diagnoses took ${percent(trials / plain)} of the plain runs (goal: at most ${percent(WANTED)}), with a median of ${median} trials. In plain runs the test failed ${failures} times in ${plain} (${percent(failures / plain)}).

What it does not show: a single row says little, because the plain runs to ${FAILURES} failures vary by chance. The fixture is made so that a tenth of a CPU makes every run fail; where
no slowdown does that, a diagnosis takes about 100 trials (simulated, [proof by knob](proof-by-knob.md)).
`;
}

function percent(share) {
  return `${(100 * share).toFixed(0)} %`;
}
