/** Accuracy and cost of confirm, by failure rate, next to the 10 or 20 runs of the fixed protocol in the same worlds. */
import { confirm } from '../../../packages/unflake/dist/experiment/confirm/confirm.js';
import { runMany } from '../../../packages/unflake/dist/experiment/fixed-protocol/run-many.js';
import { arm, armsWorld, drive, mean, share, TARGET, threshold } from './arms.mjs';

const RATES = [0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1];
const BOUND = [0.05, 0.9];
// A world costs microseconds here, and the requirement of 95 % is within one point of the exact value at the ends.
const WORLDS_TIMES = 50;

export function run({ worlds, seed }) {
  const cells = RATES.map((rate) => cell(rate, worlds * WORLDS_TIMES, seed));
  const bound = cells.filter(({ rate }) => rate >= BOUND[0] && rate <= BOUND[1]);
  return {
    title: 'Confirm',
    about: `${worlds * WORLDS_TIMES} worlds a cell; a run alone costs a tenth of a run in the suite, and both fail at the given rate.`,
    columns: [
      'fail rate',
      'fixed: right',
      'fixed: says bug',
      'fixed: runs',
      'ours: right',
      'ours: says bug',
      'ours: runs',
    ],
    rows: cells.map(({ row }) => row),
    thresholds: [
      ...bound.map(({ rate, right }) => threshold(`right at rate ${rate}`, right, 'at-least', 0.95)),
      ...bound.map(({ rate, runs }) => threshold(`mean runs at rate ${rate}`, runs, 'at-most', 20)),
      threshold('called broken after a pass, worlds', sum(cells, 'brokenAfterPass'), 'at-most', 0),
    ],
  };
}

function cell(rate, worlds, seed) {
  const ours = { right: 0, bug: 0, runs: [] };
  const seeds = { right: 0, bug: 0, runs: [] };
  let brokenAfterPass = 0;
  for (let world = 0; world < worlds; world += 1) {
    const luck = armsWorld(`${seed}/confirm/${rate}/${world}`, { alone: rate, suite: rate });
    const arms = [arm('alone', 1), arm('suite', 10)];
    const finding = drive(confirm({ target: TARGET, arms, jobs: 1, maxTrials: 1000 }), luck.start());
    if (finding.kind === truth(rate)) ours.right += 1;
    if (finding.kind === 'always-fails') ours.bug += 1;
    if (finding.kind === 'always-fails' && finding.all.failures < finding.all.runs) brokenAfterPass += 1;
    ours.runs.push(finding.all.runs);
    const fixed = drive(runMany({ target: TARGET, alone: arms[0] }), luck.start());
    if (seedKind(fixed.decision) === truth(rate)) seeds.right += 1;
    if (fixed.decision === 'likely-a-real-bug') seeds.bug += 1;
    seeds.runs.push(fixed.marks.length);
  }
  const columns = ({ right, bug, runs }) => [share(right, worlds), (bug / worlds).toFixed(3), mean(runs).text];
  return {
    rate,
    right: ours.right / worlds,
    runs: mean(ours.runs).value,
    brokenAfterPass,
    row: [String(rate), ...columns(seeds), ...columns(ours)],
  };
}

function truth(rate) {
  if (rate === 0) return 'not-reproduced';
  return rate === 1 ? 'always-fails' : 'flaky';
}

function seedKind(decision) {
  if (decision === 'may-not-be-flaky') return 'not-reproduced';
  return decision === 'likely-a-real-bug' ? 'always-fails' : 'flaky';
}

const sum = (cells, key) => cells.reduce((total, cell) => total + cell[key], 0);
