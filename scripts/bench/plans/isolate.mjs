/**
 * Accuracy of isolate over nineteen scenarios, and how often it starts an order search for nothing, next to the 5 + 5 runs of the fixed
 * protocol.
 */

import { runIsolation } from '../../../packages/unflake/dist/experiment/fixed-protocol/run-isolation.js';
import { isolate } from '../../../packages/unflake/dist/experiment/isolate/isolate.js';
import { arm, armsWorld, drive, mean, share, TARGET, threshold } from './arms.mjs';

/** Rates alone and in the suite, and the right verdict. */
const SCENARIOS = [
  ['intrinsic .05', 0.05, 0.05, 'intrinsic'],
  ['intrinsic .1', 0.1, 0.1, 'intrinsic'],
  ['intrinsic .2', 0.2, 0.2, 'intrinsic'],
  ['intrinsic .3', 0.3, 0.3, 'intrinsic'],
  ['intrinsic .5', 0.5, 0.5, 'intrinsic'],
  ['intrinsic .8', 0.8, 0.8, 'intrinsic'],
  ['victim s=.1', 0, 0.1, 'suite-worse'],
  ['victim s=.2', 0, 0.2, 'suite-worse'],
  ['victim s=.3', 0, 0.3, 'suite-worse'],
  ['victim s=.5', 0, 0.5, 'suite-worse'],
  ['victim s=1', 0, 1, 'suite-worse'],
  ['worse .05 → .5', 0.05, 0.5, 'suite-worse'],
  ['worse .2 → .8', 0.2, 0.8, 'suite-worse'],
  ['brittle a=1', 1, 0, 'suite-better'],
  ['brittle a=.5', 0.5, 0, 'suite-better'],
  ['better .5 → .1', 0.5, 0.1, 'suite-better'],
  ['better .8 → .2', 0.8, 0.2, 'suite-better'],
  ['always fails', 1, 1, 'always-fails'],
  ['never fails', 0, 0, 'not-reproduced'],
];
const ALONE_COST = 0.05;
const NOTHING = { failures: 0, runs: 0, trials: [] };

export function run({ worlds, seed }) {
  const cells = SCENARIOS.map((scenario) => cell(scenario, worlds, seed));
  const average = (of) => cells.reduce((sum, c) => sum + of(c), 0) / cells.length;
  const quiet = cells.filter(({ orderMatters }) => !orderMatters);
  const falseSearches = (of) => quiet.reduce((sum, c) => sum + of(c), 0) / quiet.length;
  return {
    title: 'Isolate',
    about: `${worlds} worlds a scenario, nothing known before; a run alone costs ${ALONE_COST} of a run in the suite. An answer is right when it says what the scenario is; for the fixed protocol, when the row of its table does. Mean suite and alone runs count every scenario alike, the two without flakiness included.`,
    columns: [
      'truth (alone, suite)',
      'fixed: right',
      'fixed: order search',
      'ours: right',
      'undecided',
      'order search',
      'suite runs',
      'alone runs',
    ],
    rows: [
      ...cells.map(({ row }) => row),
      [
        '**mean of 19**',
        average((c) => c.seedRight).toFixed(3),
        `false ${falseSearches((c) => c.seedSearches).toFixed(3)}`,
        average((c) => c.right).toFixed(3),
        average((c) => c.undecided).toFixed(3),
        `false ${falseSearches((c) => c.searches).toFixed(3)}`,
        average((c) => c.suiteRuns).toFixed(1),
        average((c) => c.aloneRuns).toFixed(1),
      ],
    ],
    thresholds: [
      threshold(
        'mean accuracy over 19 scenarios',
        average((c) => c.right),
        'at-least',
        0.92,
      ),
      threshold(
        'order searches started for nothing',
        falseSearches((c) => c.searches),
        'at-most',
        0.05,
      ),
    ],
  };
}

function cell([name, alone, suite, truth], worlds, seed) {
  const count = { right: 0, undecided: 0, searches: 0, seedRight: 0, seedSearches: 0 };
  const suiteRuns = [];
  const aloneRuns = [];
  for (let world = 0; world < worlds; world += 1) {
    const luck = armsWorld(`${seed}/isolate/${name}/${world}`, { alone, suite });
    const arms = { alone: arm('alone', ALONE_COST), suite: arm('suite', 1) };
    const known = { alone: NOTHING, suite: NOTHING };
    const options = {
      target: TARGET,
      ...arms,
      file: null,
      twice: null,
      known,
      fingerprints: null,
      jobs: 1,
      maxTrials: 1e6,
    };
    const finding = drive(isolate(options), luck.start());
    if (finding.verdict === truth) count.right += 1;
    if (finding.verdict === 'undecided') count.undecided += 1;
    if (finding.verdict.startsWith('suite-')) count.searches += 1;
    suiteRuns.push(finding.suite.runs);
    aloneRuns.push(finding.alone.runs);
    const fixed = seedVerdict(drive(runIsolation({ target: TARGET, ...arms }), luck.start()));
    if (fixed === truth) count.seedRight += 1;
    if (fixed.startsWith('suite-')) count.seedSearches += 1;
  }
  const part = (n) => (n / worlds).toFixed(3);
  return {
    orderMatters: truth.startsWith('suite-'),
    right: count.right / worlds,
    undecided: count.undecided / worlds,
    searches: count.searches / worlds,
    seedRight: count.seedRight / worlds,
    seedSearches: count.seedSearches / worlds,
    suiteRuns: mean(suiteRuns).value,
    aloneRuns: mean(aloneRuns).value,
    row: [
      `${name} (${alone}, ${suite})`,
      share(count.seedRight, worlds),
      part(count.seedSearches),
      share(count.right, worlds),
      part(count.undecided),
      part(count.searches),
      mean(suiteRuns).text,
      mean(aloneRuns).text,
    ],
  };
}

/** The meaning of the row in the fixed protocol's table. Its "unusual" row is for a test that passes only in the suite. */
function seedVerdict({ row, isolated, inSuite }) {
  if (row.includes('Not flaky')) return 'always-fails';
  if (row.includes('Not ordering-dependent')) return 'intrinsic';
  if (row.includes('Ordering-dependent')) return 'suite-worse';
  if (row.includes('Unusual')) return 'suite-better';
  return isolated.failed + inSuite.failed === 0 ? 'not-reproduced' : 'undecided';
}
