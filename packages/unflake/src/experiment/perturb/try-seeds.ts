/**
 * Does a random draw decide? An intermittent failure may depend on a draw that a knob can fix: random numbers, hash seeds, directory order.
 * All draws vary together until one fails and one passes; then the same draw must repeat its outcome.
 */
import type { Count } from '../../contract/evidence.ts';
import type { StopReason } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { DrawFinding } from '../../contract/perturb-finding.ts';
import type { Conditions } from '../../contract/trial.ts';
import { type Plan, type PlanStep, PlanStopped, type Reply } from '../plan.ts';
import { type ScreenLog, TrialsSpent } from '../screen/screen-log.ts';
import { type Draws, leaveToChance, repeat, sweepDraws } from './seed-draws.ts';
import { logOf, type PerturbContext } from './turning.ts';

/** Repetitions of each draw. By chance an even draw matches the prediction once in four thousand times. */
const PROOF_RUNS = 6;
/** Fewer repetitions suffice to rule out a single draw. */
const FIRST_RUNS = 3;
const MAX_TRIALS = 160;

/** `plain`: the failure rate without fixed draws. */
export function* trySeeds(turning: PerturbContext, plain: Count): Plan<readonly DrawFinding[]> {
  // Random generators have many draws and are more likely; directory order has few.
  const choices = turning.knobs
    .filter(({ shape }) => shape === 'seed')
    .sort((a, b) => b.settings.length - a.settings.length);
  if (choices.length === 0 || plain.failures === 0) return [];
  const log = logOf(turning, MAX_TRIALS);
  const draws: Draws = { failing: [], passing: [] };
  const found = new Map<string, Pick<DrawFinding, 'kind' | 'confirmed'>>();
  let stopped: StopReason | undefined;
  try {
    yield* decide(turning, choices, plain, log, draws, found);
  } catch (error) {
    if (error instanceof PlanStopped) stopped = error.reason;
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
  turning: PerturbContext,
  choices: readonly KnobChoice[],
  plain: Count,
  log: ScreenLog,
  draws: Draws,
  found: Map<string, Pick<DrawFinding, 'kind' | 'confirmed'>>,
): Generator<PlanStep, void, Reply> {
  const all = (kind: DrawFinding['kind']) => {
    for (const { knob } of choices) found.set(knob, { kind, confirmed: null });
  };
  yield* sweepDraws(choices, plain, log, draws);
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
