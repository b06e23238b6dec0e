/** Two properties of the order search besides accuracy: calibration of its posteriors, and the time that it needs to decide. */
import { random } from '../../../packages/testkit/dist/random.js';
import { share, threshold } from './arms.mjs';
import { ours } from './order-algorithms.mjs';
import { independent, intrinsic, isolation, jointWorld, Runs } from './order-worlds.mjs';

const BANDS = [
  [0.05, 0.5],
  [0.5, 0.8],
  [0.8, 0.95],
  [0.95, 1.01],
];

/**
 * In suites of all kinds: the first time that a search shows a posterior in a band, is its claim true? Each search counts once per band, so
 * that the intervals are valid.
 */
export function calibration(worlds, seed) {
  const bands = BANDS.map(([low, high]) => ({ low, high, shown: 0, right: 0 }));
  for (let at = 0; at < 3 * worlds; at += 1) {
    const rng = random(seed).fork('calibration').fork(String(at));
    const world = mixed(rng.fork('world'));
    const known = isolation(world, rng.fork('isolation'));
    const seen = new Set();
    const onStep = ({ belief }) => {
      const band = bands.find(({ low, high }) => belief && belief.probability >= low && belief.probability < high);
      if (band === undefined || seen.has(band)) return;
      seen.add(band);
      band.shown += 1;
      if (isTrue(belief.claim, world.truth)) band.right += 1;
    };
    ours(new Runs(world, rng.fork('noise')), { known, random: rng.fork('search'), budget: 300, onStep });
  }
  const sure = bands.at(-1);
  return {
    table: {
      columns: ['posterior shown', 'searches', 'right'],
      rows: bands.map(({ low, high, shown, right }) => [
        `${low} to ${Math.min(1, high)}`,
        String(shown),
        shown === 0 ? 'none' : share(right, shown),
      ]),
    },
    thresholds: [threshold('right when the posterior shown is ≥ 0.95', sure.right / sure.shown, 'at-least', 0.95)],
  };
}

/**
 * A test that "makes it fail" does so alone; one that "is needed" belongs to a set; tests that are "enough together" contain a whole set.
 */
function isTrue(claim, truth) {
  const sets = truth.map((set) => set.map((at) => `test ${at}`));
  const [, names, what] = /^(.*?)(?: (makes it fail|is needed)|: enough together)$/.exec(claim) ?? [];
  if (names === undefined) return false;
  if (what === 'makes it fail') return sets.some((set) => set.length === 1 && set[0] === names);
  if (what === 'is needed') return sets.some((set) => set.includes(names));
  return sets.some((set) => set.every((name) => names.split(' + ').includes(name)));
}

/** Mostly one culprit, sometimes two, a pair that is needed together, or none; rates of every size. */
function mixed(rng) {
  const p = 0.2 + 0.8 * rng.float();
  const q = rng.pick([0, 0.02, 0.05, 0.1]);
  const draws = [intrinsic(200, 0.3), jointWorld(200, 2, p, 0), independent(200, 2, p, q)];
  return (draws[rng.int(0, 9)] ?? independent(200, 1, p, q))(rng.fork('culprits'));
}

const SEARCHES = 10;
const LIMITS = [
  { n: 500, jobs: 1, limit: 50 },
  { n: 500, jobs: 8, limit: 50 },
  { n: 5000, jobs: 1, limit: 500 },
  { n: 5000, jobs: 8, limit: 500 },
];

/**
 * CPU time in ms to choose the next trial (a step's time divided among its trials), with durations that all differ, which is the slowest
 * case.
 */
export function pace(seed) {
  const rows = LIMITS.map(({ n, jobs, limit }) => {
    const times = [];
    for (let at = 0; at < SEARCHES; at += 1) {
      const rng = random(seed).fork('pace').fork(`${n} ${jobs} ${at}`);
      const world = independent(n, 1, 0.5, 0.02)(rng.fork('world'));
      const lengths = rng.fork('durations');
      const durations = Array.from({ length: n }, () => Math.exp(1.5 * lengths.normal()));
      const known = isolation(world, rng.fork('isolation'));
      let spent = 0;
      const onStep = (step, ms) => {
        spent += ms;
        // A step without trials only reports; its time counts for the next.
        if (step.trials.length === 0) return;
        times.push(spent / step.trials.length);
        spent = 0;
      };
      ours(new Runs(world, rng.fork('noise')), { known, random: rng.fork('search'), durations, jobs, onStep });
    }
    times.sort((a, b) => a - b);
    return { n, jobs, limit, median: times[times.length >> 1], highest: times.at(-1), steps: times.length };
  });
  return {
    table: {
      columns: ['tests', 'jobs', 'steps', 'ms to choose, median', 'ms to choose, highest'],
      rows: rows.map(({ n, jobs, steps, median, highest }) => [
        String(n),
        String(jobs),
        String(steps),
        median.toFixed(1),
        highest.toFixed(1),
      ]),
    },
    thresholds: rows.map(({ n, jobs, limit, highest }) =>
      threshold(`ms to choose the next trial, highest: n=${n}, ${jobs} side by side`, highest, 'at-most', limit),
    ),
  };
}
