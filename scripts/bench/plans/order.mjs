/**
 * The order search in simulated suites, next to the fixed protocol and deterministic halving: which tests are named, how accurately, and at
 * what cost.
 */
import { random } from '../../../packages/testkit/dist/random.js';
import { mean, share, threshold } from './arms.mjs';
import { fixedProtocol, halving, ours } from './order-algorithms.mjs';
import { calibration, pace } from './order-measures.mjs';
import { amongCleaners, independent, intrinsic, isolation, jointWorld, load, Runs } from './order-worlds.mjs';

const COMPARATORS = { 'fixed protocol': fixedProtocol, halving };
const ALL = { findAll: true, budget: 3000 };
/** The budget that a person would grant; a search that finds nothing runs until it is spent. */
const USUAL = { budget: 300 };

const CELLS = [
  { name: 'n=500 p=1 q=0', draw: independent(500, 1, 1, 0), right: 1, runs: 16, executions: 400 },
  { name: 'n=500 p=.5 q=.02', draw: independent(500, 1, 0.5, 0.02), right: 0.98, runs: 65, executions: 2000 },
  {
    name: 'n=500 p=.3 q=.02',
    draw: independent(500, 1, 0.3, 0.02),
    right: 0.97,
    wrong: 0.02,
    runs: 140,
    executions: 3500,
  },
  { name: 'n=5000 p=.5 q=.02', draw: independent(5000, 1, 0.5, 0.02), right: 0.98, runs: 120 },
  { name: 'two independent, n=500 p=1 q=0', draw: independent(500, 2, 1, 0), options: ALL, named: 0.98 },
  { name: 'two independent, n=500 p=.5 q=.02', draw: independent(500, 2, 0.5, 0.02), options: ALL, named: 0.98 },
  { name: 'five independent, n=500 p=1 q=0', draw: independent(500, 5, 1, 0), options: ALL, named: 0.98 },
  { name: 'five independent, n=500 p=.3 q=.02', draw: independent(500, 5, 0.3, 0.02), options: ALL, named: 0.98 },
  {
    name: 'among 20 cleaners, 3 of 4 polluters masked, n=200 p=.5 q=.02',
    draw: amongCleaners(200, 3, 20, 0.5, 0.02),
    named: 0.98,
  },
  {
    name: 'three cleaners of a polluted victim, n=200 p=.9 q=.05',
    draw: independent(200, 3, 0.9, 0.05, 'pass'),
    options: { ...ALL, fixed: ['the polluter'] },
    named: 0.98,
  },
  { name: 'brittle, one setter, n=500 p=.6 q=.02', draw: independent(500, 1, 0.6, 0.02, 'pass'), right: 0.98 },
  { name: 'joint pair, n=500 p=1 q=0', draw: jointWorld(500, 2, 1, 0), right: 0.98 },
  { name: 'no polluter: fails at .3 everywhere, n=200', draw: intrinsic(200, 0.3), options: USUAL, wrong: 0.03 },
  { name: 'no polluter: fails at .1 everywhere, n=200', draw: intrinsic(200, 0.1), options: USUAL, wrong: 0.03 },
  {
    name: 'no polluter: load, 0 to .5 with the number of tests, n=200',
    draw: load(200, 0.5),
    options: USUAL,
    wrong: 0.03,
  },
];

export function run({ worlds, seed }) {
  const cells = CELLS.map((cell) => ({ cell, measured: measure(cell, worlds, seed) }));
  const calibrated = calibration(worlds, seed);
  const paced = pace(seed);
  return {
    title: 'Order search',
    about: ABOUT.replace('{worlds}', worlds),
    columns: [
      'suite',
      'algorithm',
      'a right culprit named',
      'exactly all named',
      'an innocent named',
      'runs',
      'executions',
    ],
    rows: cells.flatMap(({ cell, measured }) => measured.map((one) => rowOf(cell, one))),
    more: [calibrated.table, paced.table],
    thresholds: [...cells.flatMap(demandsOf), ...calibrated.thresholds, ...paced.thresholds],
  };
}

const ABOUT =
  `{worlds} suites a cell. p: how often the event comes when a culprit ran before; q: how often otherwise. What isolation
knows is given and charged to nobody (full runs until five, and three with the event; twenty alone). Runs and executions are means; a start
costs as much as twenty tests. Where there is one culprit the search stops at it; with several it goes on until the rest stays silent, and that
check runs the whole rest. Several independent culprits strike at rate p together, as one would alone. Without a polluter the budget is 300 trials.`
    .split('\n')
    .join(' ');

/** One row of counts per algorithm, all in the same worlds. */
function measure({ name, draw, options = {} }, worlds, seed) {
  const algorithms = { ...COMPARATORS, ours: (runs, known, rng) => ours(runs, { known, random: rng, ...options }) };
  const rows = Object.keys(algorithms).map((algorithm) => ({
    algorithm,
    worlds,
    named: 0,
    exact: 0,
    wrong: 0,
    runs: [],
    executions: [],
  }));
  for (let at = 0; at < worlds; at += 1) {
    const rng = random(seed).fork('order').fork(name).fork(String(at));
    const world = draw(rng.fork('world'));
    const known = isolation(world, rng.fork('isolation'));
    for (const row of rows) {
      const runs = new Runs(world, rng.fork('noise'));
      const { sets } = algorithms[row.algorithm](runs, known, rng.fork('search'));
      score(row, sets, world.truth);
      row.runs.push(runs.runs);
      row.executions.push(runs.executions);
    }
  }
  return rows;
}

function score(row, sets, truth) {
  const right = new Set(truth.map(String));
  const named = sets.map(String);
  if (named.some((set) => right.has(set))) row.named += 1;
  if (named.some((set) => !right.has(set))) row.wrong += 1;
  if (named.length === right.size && named.every((set) => right.has(set))) row.exact += 1;
}

function rowOf(cell, { algorithm, worlds, named, exact, wrong, runs, executions }) {
  const innocent = cell.draw === undefined || (cell.named === undefined && cell.right === undefined);
  return [
    cell.name,
    algorithm,
    innocent ? 'nobody to name' : share(named, worlds),
    share(exact, worlds),
    share(wrong, worlds),
    mean(runs).text,
    mean(executions).text,
  ];
}

function demandsOf({ cell, measured }) {
  const { worlds, ...got } = measured.find(({ algorithm }) => algorithm === 'ours');
  const demands = [];
  if (cell.named !== undefined)
    demands.push(threshold(`a right culprit named: ${cell.name}`, got.named / worlds, 'at-least', cell.named));
  if (cell.right !== undefined)
    demands.push(threshold(`exact: ${cell.name}`, got.exact / worlds, 'at-least', cell.right));
  if (cell.wrong !== undefined)
    demands.push(threshold(`an innocent named: ${cell.name}`, got.wrong / worlds, 'at-most', cell.wrong));
  if (cell.runs !== undefined)
    demands.push(threshold(`mean runs: ${cell.name}`, mean(got.runs).value, 'at-most', cell.runs));
  if (cell.executions !== undefined)
    demands.push(threshold(`mean executions: ${cell.name}`, mean(got.executions).value, 'at-most', cell.executions));
  return demands;
}
