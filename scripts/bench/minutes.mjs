/**
 * Checks that `--minutes` is respected: diagnoses fixtures under several runners with small budgets and compares the wall time, including
 * process start, with the budget. None may exceed it by more than a tenth and the duration of one trial.
 *
 *   npm run build && npx tsc -p fixtures/tsconfig.json && node scripts/bench/minutes.mjs --runs 15 --runner pytest --runner node-test
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { toolOf } from '../fixtures/plain-commands.mjs';
import { diagnoseFixture } from './fixtures/diagnose-fixture.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const built = (name) => import(pathToFileURL(join(top, 'node_modules/.cache/unflake-fixtures', name)).href);
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '15' },
    runner: { type: 'string', multiple: true, default: ['node-test', 'pytest', 'go-test', 'vitest', 'maven'] },
    cause: { type: 'string', multiple: true, default: ['hang', 'dice-05', 'stable', 'victim-one', 'short-wait'] },
    minutes: { type: 'string', multiple: true, default: ['0.2', '0.5', '1'] },
  },
});
const { FIXTURES } = await built('all.js');
const { idOf } = await built('model.js');
const MAX_OVER = 0.1;

console.log(
  '| minutes | runner | fixture | promised s | wall s | wall / promised | longest run of the target s | kept | verdict |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
let broken = 0;
for (let run = 0; run < Number(values.runs); run += 1) {
  // Budgets change fastest, then fixtures, then runners, each at its own pace so that all combinations occur.
  const minutes = values.minutes[run % values.minutes.length];
  const runner = values.runner[run % values.runner.length];
  const cause = values.cause[Math.floor(run / values.minutes.length) % values.cause.length];
  const expected = FIXTURES.find((one) => one.cause === cause);
  const tool = await toolOf(runner);
  const answer = await diagnoseFixture({
    runner,
    cause,
    id: idOf(runner, expected, expected.target),
    seed: 1 + run,
    tool,
    more: ['--minutes', minutes],
    isKept: () => true,
  });
  const promised = Number(minutes) * 60_000;
  const { ok, result, error } = answer.envelope ?? {};
  const longest = ok ? longestTrial(answer.place, result.caseId) : 0;
  rmSync(answer.place, { recursive: true, force: true });
  const isKept = answer.wallMs <= promised * (1 + MAX_OVER) + longest;
  if (!isKept) broken += 1;
  const seconds = (ms) => (ms / 1000).toFixed(1);
  const said = ok ? result.verdict : (error?.code ?? answer.trouble);
  console.log(
    `| ${minutes} | ${runner} | ${cause} | ${seconds(promised)} | ${seconds(answer.wallMs)} | ${(answer.wallMs / promised).toFixed(2)} | ${seconds(longest)} | ${isKept ? 'yes' : 'no'} | ${said} |`,
  );
}
console.log(`\n${values.runs} runs, ${broken} over by more than a tenth and one trial`);
process.exitCode = broken > 0 ? 1 : 0;

function longestTrial(place, caseId) {
  const words = ['report', caseId, '--json', '--root', join(place, 'subject'), '--store', join(place, 'store.db')];
  const text = execFileSync(process.execPath, [join(top, 'packages/unflake/bin/unflake.js'), ...words], { cwd: place });
  return Math.max(0, ...JSON.parse(text).result.record.trials.map(({ ms }) => ms));
}
