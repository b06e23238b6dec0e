/**
 * Does a seed decide? A test that fails only sometimes may hang on a draw that we can make for it: of random numbers, of hash functions, of
 * the order of folders. All draws are made together until one fails and one passes; then the same draw must do the same again and again.
 */
import type { Count } from '../../contract/evidence.ts';
import type { StopReason, Tally } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { SeedFinding } from '../../contract/perturb-finding.ts';
import type { Conditions } from '../../contract/trial.ts';
import { type Plan, type Reply, type Step, Stopped } from '../plan.ts';
import { NOTHING, plus, type ScreenLog, TrialsSpent } from '../screen/screen-log.ts';
import { passesToProveFix } from '../statistics/fix-predictive.ts';
import { logOf, type Turning } from './turning.ts';

/** Of each of the two draws: by chance alone, an even one would do as predicted once in four thousand. */
const PROOF_RUNS = 6;
/** To see that not one of the draws decides, fewer do. */
const FIRST_RUNS = 3;
/** The control must pass once; at even odds it does in so many, all but once in a thousand. */
const CONTROL_RUNS = 10;
const MOST_TRIALS = 160;

interface Draws {
  readonly failing: Conditions[];
  readonly passing: Conditions[];
}

/** `plain`: how often it fails when nobody draws. */
export function* trySeeds(turning: Turning, plain: Count): Plan<readonly SeedFinding[]> {
  // Generators have many draws and are the likelier; the order of folders has few.
  const choices = turning.knobs
    .filter(({ shape }) => shape === 'seed')
    .sort((a, b) => b.settings.length - a.settings.length);
  if (choices.length === 0 || plain.failures === 0) return [];
  const log = logOf(turning, MOST_TRIALS);
  const draws: Draws = { failing: [], passing: [] };
  const found = new Map<string, Pick<SeedFinding, 'kind' | 'confirmed'>>();
  let stopped: StopReason | undefined;
  try {
    yield* decide(turning, choices, plain, log, draws, found);
  } catch (error) {
    if (error instanceof Stopped) stopped = error.reason;
    else if (error instanceof TrialsSpent) stopped = 'trials';
    else throw error;
  }
  return choices.map(({ knob }) => ({
    knob,
    ...(found.get(knob) ?? { kind: 'unresolved', confirmed: null }),
    failing: drawn(draws.failing, knob),
    passing: drawn(draws.passing, knob),
    trials: log.trials,
    ...(stopped === undefined ? {} : { stopped }),
  }));
}

const drawn = (draws: readonly Conditions[], knob: string): readonly string[] => [
  ...new Set(draws.map((conditions) => conditions[knob]!)),
];

function* decide(
  turning: Turning,
  choices: readonly KnobChoice[],
  plain: Count,
  log: ScreenLog,
  draws: Draws,
  found: Map<string, Pick<SeedFinding, 'kind' | 'confirmed'>>,
): Generator<Step, void, Reply> {
  const all = (kind: SeedFinding['kind']) => {
    for (const { knob } of choices) found.set(knob, { kind, confirmed: null });
  };
  yield* sweep(choices, plain, log, draws);
  const [failing] = draws.failing;
  const [passing] = draws.passing;
  if (failing === undefined || passing === undefined) return all('one-sided');
  const random = turning.random.fork('seeds');
  if ((yield* repeat(log, { failing, passing }, FIRST_RUNS, random)) === null) return all('varies');
  for (const { knob, control } of choices) {
    if (failing[knob] === passing[knob]) continue;
    const pair = { failing: { [knob]: failing[knob]! }, passing: { [knob]: passing[knob]! } };
    const repeated = yield* repeat(log, pair, PROOF_RUNS, random);
    if (repeated === null) {
      found.set(knob, { kind: 'varies', confirmed: null });
      continue;
    }
    const tally = control === null ? null : yield* leaveToChance(log, { [knob]: control });
    found.set(knob, { kind: 'decides', confirmed: { ...repeated, control: tally } });
    for (const other of choices) {
      if (!found.has(other.knob)) found.set(other.knob, { kind: 'varies', confirmed: null });
    }
    return;
  }
}

/** One trial a draw, until one has failed and one has passed, or so many that a failure should have been among them. */
function* sweep(
  choices: readonly KnobChoice[],
  plain: Count,
  log: ScreenLog,
  draws: Draws,
): Generator<Step, void, Reply> {
  const lists = choices.map(({ knob, pin, settings }) => ({ knob, settings: [pin, ...settings] }));
  const longest = Math.max(...lists.map(({ settings }) => settings.length));
  const most = Math.min(longest, Math.max(passesToProveFix(plain), passesToProveFix(opposite(plain))));
  for (let at = 0; at < most; ) {
    if (draws.failing.length > 0 && draws.passing.length > 0) return;
    const size = Math.min(log.room, most - at);
    const conditions = Array.from({ length: size }, (_, more) =>
      Object.fromEntries(lists.map(({ knob, settings }) => [knob, settings[(at + more) % settings.length]!])),
    );
    at += size;
    const answers = yield* log.put(conditions, {
      doing: `draw ${at} of ${choices.map(({ knob }) => knob).join(', ')}`,
      why: 'does the outcome hang on what is drawn?',
      trialsLeft: Math.max(1, most - at),
    });
    for (const [index, { failed }] of answers.entries()) {
      if (failed === true) draws.failing.push(conditions[index]!);
      if (failed === false) draws.passing.push(conditions[index]!);
    }
  }
}

/** Passes may be what is rare. */
const opposite = ({ failures, runs }: Count): Count => ({
  failures: Math.max(1, runs - failures),
  runs: Math.max(1, runs),
});

interface Repeated {
  readonly with: Tally;
  readonly without: Tally;
}

/** Both draws so often, in an order that follows no clock; null as soon as one does not do as it did. */
function* repeat(
  log: ScreenLog,
  pair: { readonly failing: Conditions; readonly passing: Conditions },
  times: number,
  random: Turning['random'],
): Generator<Step, Repeated | null, Reply> {
  const sides = random.shuffle(Array.from({ length: 2 * times }, (_, at) => (at < times ? 'failing' : 'passing')));
  let tallies: Repeated = { with: NOTHING, without: NOTHING };
  for (let at = 0; at < sides.length; ) {
    const now = sides.slice(at, at + log.room) as readonly ('failing' | 'passing')[];
    const answers = yield* log.put(
      now.map((side) => pair[side]),
      {
        doing: `${label(pair.failing)} and ${label(pair.passing)} again, in an order drawn by lot`,
        why: 'if the draw decides, each does what it did',
        trialsLeft: sides.length - at,
      },
    );
    at += now.length;
    for (const [index, side] of now.entries()) {
      const answer = answers[index]!;
      if (answer.failed !== (side === 'failing')) return null;
      tallies =
        side === 'failing'
          ? { ...tallies, with: plus(tallies.with, answer) }
          : { ...tallies, without: plus(tallies.without, answer) };
    }
  }
  return tallies;
}

/** The same means, but nothing drawn: it must be able to pass. */
function* leaveToChance(log: ScreenLog, control: Conditions): Generator<Step, Tally, Reply> {
  let tally = NOTHING;
  for (let asked = 0; asked < CONTROL_RUNS && tally.failures === tally.runs; asked += 1) {
    const [answer] = yield* log.put([control], {
      doing: `the control: ${label(control)}`,
      why: 'turned without drawing anything, it must be able to pass',
    });
    tally = plus(tally, answer!);
  }
  return tally;
}

const label = (conditions: Conditions): string =>
  Object.entries(conditions)
    .map(([knob, setting]) => `${knob} ${setting}`)
    .join(' + ');
