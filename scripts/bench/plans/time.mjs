/** How often time detects slower, faster and timed-out failing runs, and effects of parallelism and slowness, next to the fixed rules. */
import { random } from '../../../packages/testkit/dist/random.js';
import { time } from '../../../packages/unflake/dist/experiment/time/time.js';
import { arm, armsWorld, drive, mean, result, share, TARGET, threshold } from './arms.mjs';

const PASSES = 10;
const FAILURES = 3;
// A world costs microseconds, and the false positives are near their limit.
const DURATION_WORLDS_TIMES = 50;
const EFFECT_WORLDS_TIMES = 5;
const LIMIT = 'limit';

/** The factor on the duration of a failing run. */
const DURATIONS = [
  ['same', 1],
  ['× 1.5', 1.5],
  ['× 2', 2],
  ['× 3', 3],
  ['× 6', 6],
  ['time limit at × 5', LIMIT],
  ['fails early, × 0.4', 0.4],
];
const EFFECTS = [
  [0, 0],
  [0.1, 0.1],
  [0.3, 0.3],
  [0.5, 0.5],
  [0, 0.3],
  [0, 0.5],
  [0.1, 0.7],
  [0.2, 0.8],
  [0, 1],
];

export function run({ worlds, seed }) {
  const durations = DURATIONS.map((c) => durationCell(c, worlds * DURATION_WORLDS_TIMES, seed));
  const effects = EFFECTS.map((c) => effectCell(c, worlds * EFFECT_WORLDS_TIMES, seed));
  const rowOf = (name) => durations.find((c) => c.name === name);
  return {
    title: 'Time',
    about: `Durations: ${worlds * DURATION_WORLDS_TIMES} worlds a cell, ${PASSES} passes and ${FAILURES} failures, lognormal with deviation .15 around 100 ms, and one run in twenty 2 to 6 times as long. Effects: ${worlds * EFFECT_WORLDS_TIMES} worlds a cell, pairs of runs.`,
    columns: ['failing runs are', 'fixed: over 5 × median', 'ours: another duration', 'ours: time limit'],
    rows: durations.map(({ row }) => row),
    more: [
      {
        columns: [
          'rate serial → parallel',
          'fixed: only in parallel',
          'ours: worse',
          'ours: better',
          'ours: undecided',
          'pairs',
        ],
        rows: effects.map(({ row }) => row),
      },
    ],
    thresholds: [
      threshold('× 2 slowdown seen', rowOf('× 2').flagged, 'at-least', 0.9),
      threshold('time limit seen', rowOf('time limit at × 5').limited, 'at-least', 0.99),
      threshold('false flags on equal durations', rowOf('same').either, 'at-most', 0.03),
      ...effects
        .filter(({ equal }) => equal)
        .map(({ name, wrong }) => threshold(`false effect at ${name}`, wrong, 'at-most', 0.05)),
    ],
  };
}

function durationCell([name, factor], worlds, seed) {
  const count = { seed: 0, flagged: 0, limited: 0, either: 0 };
  const alone = arm('alone');
  for (let world = 0; world < worlds; world += 1) {
    const rng = random(`${seed}/time/${name}/${world}`);
    const passing = Array.from({ length: PASSES }, () => usual(rng));
    const failing = Array.from({ length: FAILURES }, () => (factor === LIMIT ? limited(rng) : factor * usual(rng)));
    const observed = [
      ...passing.map((ms, i) => result(alone.make(), false, i + 1, ms)),
      ...failing.map((ms, i) => result(alone.make(), true, PASSES + i + 1, ms)),
    ];
    const options = { target: TARGET, observed, alone, serial: null, parallel: null, slowed: null, fingerprints: null };
    const finding = drive(time({ ...options, maxTrials: 0 }), null);
    const [total] = finding.durations;
    const flagged = total.flag === 'slower' || total.flag === 'faster';
    if (total.fixedRule) count.seed += 1;
    if (flagged) count.flagged += 1;
    if (finding.timeoutLike) count.limited += 1;
    if (flagged || finding.timeoutLike) count.either += 1;
  }
  return {
    name,
    flagged: count.flagged / worlds,
    limited: count.limited / worlds,
    either: count.either / worlds,
    row: [name, share(count.seed, worlds), share(count.flagged, worlds), share(count.limited, worlds)],
  };
}

function usual(rng) {
  const spike = rng.boolean(0.05) ? 2 + 4 * rng.float() : 1;
  return 100 * Math.exp(rng.normal(0, 0.15)) * spike;
}

/** The runner ends the test at its limit, plus or minus the imprecision of its timer. */
function limited(rng) {
  return 500 * (1 + 0.003 * Math.abs(rng.normal()));
}

function effectCell([serial, parallel], worlds, seed) {
  const count = { seed: 0, worse: 0, better: 0, undecided: 0 };
  const pairs = [];
  const name = `${serial} → ${parallel}`;
  for (let world = 0; world < worlds; world += 1) {
    const luck = armsWorld(`${seed}/effect/${name}/${world}`, { alone: 0, serial, parallel });
    const options = {
      target: TARGET,
      observed: [],
      alone: arm('alone'),
      slowed: null,
      fingerprints: null,
      maxTrials: 200,
    };
    const finding = drive(time({ ...options, serial: arm('serial'), parallel: arm('parallel') }), luck.start());
    if (finding.parallelEffect in count) count[finding.parallelEffect] += 1;
    pairs.push(finding.parallel.runs);
    if (seedSaysParallel(luck.start())) count.seed += 1;
  }
  return {
    name,
    equal: serial === parallel,
    wrong: (count.worse + count.better) / worlds,
    row: [
      name,
      share(count.seed, worlds),
      share(count.worse, worlds),
      share(count.better, worlds),
      (count.undecided / worlds).toFixed(3),
      mean(pairs).text,
    ],
  };
}

/** Five runs each way; "if the test stops flaking when run serially". */
function seedSaysParallel(started) {
  const failures = (name) => Array.from({ length: 5 }, () => started.fails(name)).filter(Boolean).length;
  return failures('parallel') > 0 && failures('serial') === 0;
}
