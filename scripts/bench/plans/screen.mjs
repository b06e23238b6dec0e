/** Accuracy and cost of the screening of 16 knobs, next to one factor at a time and Plackett–Burman. */
import { mean, share, threshold } from './arms.mjs';
import { amplification, thresholds } from './screen-after.mjs';
import { MAX_TRIALS, oneAtATime, ours, plackettBurman } from './screen-algorithms.mjs';
import { CELLS, KNOBS, Runs, worldOf } from './screen-worlds.mjs';

const ALGORITHMS = { classic: oneAtATime, design: plackettBurman, ours };
const BLAMES = ['single', 'either', 'both', 'unless', 'many'];

export function run({ worlds, seed }) {
  const cells = CELLS.map((cell) => measure(cell, worlds, seed));
  const cellOf = (name, p) => cells.find(({ cell }) => cell.name === name && cell.p === p).ours;
  const amplified = amplification(worlds, seed);
  const levels = thresholds(worlds, seed);
  const blamed = cells.filter(({ cell }) => cell.name === 'none').map((cell) => cell.ours.blamed / worlds);
  return {
    title: 'Screening',
    about: `${KNOBS} knobs of equal cost and weight, ${worlds} worlds a row; p is the rate when provoked, q otherwise. "right" names the kind and the knobs and, where nothing matters, says so; "part" names only knobs that do provoke it, but not the whole rule; "wrong" blames a knob that provokes nothing, or one whose control fails as well; the rest is undecided. One at a time runs each knob five times, Plackett–Burman 20 rows three times and five runs of the winner; ours has at most ${MAX_TRIALS} trials, which include the proof on fresh runs and the control.`,
    columns: [
      'truth (p, q)',
      'one at a time: right',
      'part',
      'wrong',
      'trials',
      'Plackett–Burman: right',
      'part',
      'wrong',
      'trials',
      'ours: right',
      'part',
      'wrong',
      'trials',
    ],
    rows: cells.map(({ cell, classic, design, ours: mine }) => [
      `${cell.name} (${cell.p}, ${cell.q})`,
      ...[classic, design, mine].flatMap(({ right, part, wrong, trials }) => [
        share(right, worlds),
        (part / worlds).toFixed(3),
        (wrong / worlds).toFixed(3),
        mean(trials).text,
      ]),
    ]),
    more: [amplified.table, levels.table],
    thresholds: [
      threshold('single, p = 1: mean trials', mean(cellOf('single', 1).trials).value, 'at-most', 13),
      threshold('single, .6 against .05: right', cellOf('single', 0.6).right / worlds, 'at-least', 0.97),
      threshold('both needed, .9: right', cellOf('both needed', 0.9).right / worlds, 'at-least', 0.95),
      threshold('both needed, .9: mean trials', mean(cellOf('both needed', 0.9).trials).value, 'at-most', 35),
      threshold('none: blamed, at worst', Math.max(...blamed), 'at-most', 0.03),
      threshold('wrong answers, at worst', Math.max(...cells.map((cell) => cell.ours.wrong / worlds)), 'at-most', 0.03),
      ...amplified.demands,
      ...levels.demands,
    ],
  };
}

function measure(cell, worlds, seed) {
  const measured = { cell };
  for (const [name, algorithm] of Object.entries(ALGORITHMS)) {
    const count = { right: 0, part: 0, wrong: 0, blamed: 0, trials: [] };
    for (let at = 0; at < worlds; at += 1) {
      const world = worldOf(cell, `${seed}/screen/${cell.name}/${cell.p}/${cell.q}/${at}`);
      const runs = new Runs(world, name);
      const answer = algorithm(runs, world.rng.fork('search'));
      if (isRight(answer, world)) count.right += 1;
      else if (isPart(answer, world)) count.part += 1;
      else if (BLAMES.includes(answer.kind)) count.wrong += 1;
      if (BLAMES.includes(answer.kind)) count.blamed += 1;
      count.trials.push(runs.runs);
    }
    measured[name] = count;
  }
  return measured;
}

/** If the control fails as well, the right answer is to say so. */
function isRight({ kind, culprits }, world) {
  if (kind !== (world.controlToo ? 'control-fails' : world.kind)) return false;
  const order = (knobs) => (world.kind === 'unless' ? knobs : [...knobs].sort((a, b) => a - b));
  return String(order(culprits)) === String(order(world.culprits));
}

/** Every named knob does provoke the failure, by itself or together with the others of the rule. */
function isPart({ kind, culprits }, world) {
  if (world.controlToo || !BLAMES.includes(kind)) return false;
  const provoking = world.kind === 'unless' ? world.culprits.slice(0, 1) : world.culprits;
  return culprits.every((knob) => provoking.includes(knob));
}
