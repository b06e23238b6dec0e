/** Ours and the two classical designs, each as `(runs, random) => { kind, culprits }` with knobs ascending. */
import { screen } from '../../../packages/unflake/dist/experiment/screen/screen.js';
import { TARGET } from './arms.mjs';
import { drive, factors, KNOBS, make } from './screen-worlds.mjs';

export const MAX_TRIALS = 150;
const ofFactor = ({ knob }) => Number(knob.slice(1));

export function ours(runs, random) {
  const options = { target: TARGET, factors, make, fingerprints: ['fp'], random, jobs: 1, maxTrials: MAX_TRIALS };
  const finding = drive(screen(options), runs);
  return { kind: finding.kind, culprits: finding.factors.map(ofFactor) };
}

const REPEATS = 5;
/** The margin, in failures of five, by which a knob must exceed the reference. */
const MIN_EXCESS = 2;

/** Five runs with all off, five with each knob alone; every knob that fails clearly more often is named. */
export function oneAtATime(runs) {
  const failures = (...knobs) => times(REPEATS).filter(() => runs.fails(...knobs)).length;
  const off = failures();
  return named(times(KNOBS).filter((at) => failures(at) >= off + MIN_EXCESS));
}

const PB20 = '++--++++-+-+----++-';
const PB_ROUNDS = 3;

/** The design with 20 rows, three times; the knob with the largest main effect is named if it fails twice in five runs alone. */
export function plackettBurman(runs) {
  const effects = new Array(KNOBS).fill(0);
  for (let row = 0; row < 20 * PB_ROUNDS; row += 1) {
    const shift = row % 20;
    const on = (at) => shift < 19 && PB20[(at + 19 - shift) % 19] === '+';
    const failed = runs.fails(...times(KNOBS).filter(on));
    for (const at of times(KNOBS)) if (failed) effects[at] += on(at) ? 1 : -1;
  }
  const top = effects.indexOf(Math.max(...effects));
  const confirmed = times(REPEATS).filter(() => runs.fails(top)).length >= MIN_EXCESS;
  return named(confirmed ? [top] : []);
}

function named(culprits) {
  if (culprits.length === 0) return { kind: 'none', culprits };
  if (culprits.length === 1) return { kind: 'single', culprits };
  return culprits.length === 2 ? { kind: 'either', culprits } : { kind: 'many', culprits };
}

const times = (count) => Array.from({ length: count }, (_, at) => at);
