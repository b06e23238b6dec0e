/**
 * How many of 20 simulated flaky tests the plan of a hunt finds within the time of 40 runs of the suite, by seed, and where the time went.
 * Takes seconds, so that a schedule is judged by hundreds of suites and not by a few. Needs `npm run build`.
 *
 *   node scripts/bench/hunt-simulated.mjs [--seeds 50] [--runs 40] [--scale 1] [--usual]
 */
import { parseArgs } from 'node:util';
import { knobsHere } from '../../packages/unflake/dist/engine/knobs/knob-choices.js';
import { machineHere } from '../../packages/unflake/dist/engine/machine.js';
import { drawWorld } from './hunt/draw-world.mjs';
import { simulateHunt } from './hunt/simulate-hunt.mjs';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    runs: { type: 'string', default: '40' },
    scale: { type: 'string', default: '1' },
    usual: { type: 'boolean', default: false },
  },
});
const { knobs } = knobsHere(machineHere('pytest'));
const [scale, suiteRuns] = [Number(values.scale), Number(values.runs)];
const all = Array.from({ length: Number(values.seeds) }, (_, at) =>
  simulateHunt(drawWorld(at + 1, { knobs, scale }), at + 1, { knobs, suiteRuns, usual: values.usual }),
);
const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / all.length;
const missed = new Map();
for (const kind of all.flatMap((one) => one.missed)) missed.set(kind, (missed.get(kind) ?? 0) + 1);
const arms = new Set(all.flatMap(({ spent }) => Object.keys(spent)));
console.log(
  JSON.stringify({
    found: Number(mean(all.map(({ found }) => found)).toFixed(2)),
    atLeast18: all.filter(({ found }) => found >= 18).length,
    fewest: Math.min(...all.map(({ found }) => found)),
    of: all.length,
    falseAlarms: all.reduce((sum, one) => sum + one.falseAlarms, 0),
    suiteRuns: Number(mean(all.map((one) => one.suiteRuns)).toFixed(1)),
    roundRuns: Number(mean(all.map((one) => one.roundRuns)).toFixed(1)),
    done: all.filter(({ ended }) => ended === 'done').length,
  }),
);
console.log(JSON.stringify(Object.fromEntries(missed)));
const spent = (arm) => Number(mean(all.map((one) => one.spent[arm] ?? 0)).toFixed(1));
console.log(
  JSON.stringify(Object.fromEntries([...arms].filter((arm) => spent(arm) >= 0.1).map((arm) => [arm, spent(arm)]))),
);
