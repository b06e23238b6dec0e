/** Tests whether a random draw decides the outcome of an intermittent failure, and what that proves. */
import type { Kind } from '../../contract/cause.ts';
import type { Tally } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { DrawFinding, FactorProof } from '../../contract/perturb-finding.ts';
import type { StaticSource } from '../../contract/static-source.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialId, TrialResult } from '../../contract/trial.ts';
import { trySeeds } from '../perturb/try-seeds.ts';
import { type Plan, say } from '../plan.ts';
import { NO_TALLY } from '../tally.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import { proofLine, seedsLine } from './perturb-sentences.ts';
import { keepTurned, throwIfBudgetSpent, turningOf } from './turn-knobs.ts';

/** True if one draw decides. */
export function* turnSeeds(context: DiagnosisContext): Plan<boolean> {
  const { options, findings } = context;
  const plain = aloneOrSuite(context);
  const seeds = yield* trySeeds(turningOf(context, 'seeds'), plain);
  if (seeds.length === 0) return false;
  const decides = seeds.find(({ kind }) => kind === 'decides');
  const choice = options.knobs.find(({ knob }) => knob === decides?.knob);
  const proof = decides && choice ? seedProof(context, decides, choice, plain) : null;
  yield* keepTurned(context, { seeds: seeds.map((seed) => withReach(seed, context)), proof, trials: seeds[0]!.trials });
  yield* say('perturb', proof ? proofLine(proof) : seedsLine(seeds));
  throwIfBudgetSpent(seeds[0]!.stopped);
  return findings.perturb?.proof != null;
}

/** Varying draws say nothing about a generator that they do not control. */
function withReach(seed: DrawFinding, { options: { knobs, sources = [] } }: DiagnosisContext): DrawFinding {
  const { cause } = knobs.find(({ knob }) => knob === seed.knob)!;
  const draws = knobs.filter(({ shape }) => shape === 'seed');
  const place = unreached(draws, sources, cause.kind);
  return {
    ...seed,
    cause,
    ...(place === null ? {} : { unreached: `${place.code ?? place.rule} (${place.file}:${place.line})` }),
  };
}

function aloneOrSuite(context: DiagnosisContext): Tally {
  const { findings } = context;
  const { isolate, confirm } = findings;
  const alone = isolate?.alone ?? confirm?.arms.alone;
  const inSuite = isolate?.suite ?? confirm?.arms.suite ?? NO_TALLY;
  return alone && (alone.failures > 0 || inSuite.failures === 0) ? alone : inSuite;
}

function seedProof(context: DiagnosisContext, found: DrawFinding, choice: KnobChoice, plain: Tally): FactorProof {
  const { knob } = choice;
  const [setting, other] = [found.failing[0]!, found.passing[0]!];
  const { with: fails, without, control } = found.confirmed!;
  return {
    kind: 'seed',
    factors: [{ knob, setting }],
    cause: { ...choice.cause, kind: drawKind(choice.cause.kind, context.seen, context.options.target, fails.trials) },
    failing: { [knob]: setting },
    passing: { [knob]: other },
    with: fails,
    without: plain,
    pinned: without,
    control,
    levels: null,
    doubt: control === null || control.failures === control.runs ? `the control of ${knob} never passed` : null,
  };
}

/** How runners write "equal within a tolerance". */
const NEARLY = /approx|close ?to|almost ?equal|is_?close|tolerance|epsilon|within [\d.e-]+ of|in_?delta/i;

/** Which kind of draw a failure depends on: the order of a set, a random number, or a random number close to a bound. */
export function drawKind(kind: Kind, seen: readonly TrialResult[], target: TestId, trials: readonly TrialId[]): Kind {
  if (kind !== 'randomness') return kind;
  const messages = seen
    .filter(({ id }) => trials.includes(id))
    .flatMap(({ observations }) =>
      observations.filter(({ test }) => test === target).map(({ message }) => message ?? ''),
    );
  const near = messages.filter((message) => NEARLY.test(message)).length;
  return 2 * near > messages.length ? 'tolerance' : 'randomness';
}

/**
 * The first place in the code that draws from a source that none of these knobs controls; null without one. Only then are varying draws
 * evidence against randomness.
 */
export function unreached(
  knobs: readonly KnobChoice[],
  sources: readonly StaticSource[],
  kind: Kind,
): StaticSource | null {
  const own = sources.filter(({ cause }) => cause.kind === kind);
  return own.find((source) => !knobs.some((knob) => isReached(knob, source))) ?? null;
}

function isReached({ reach = [] }: KnobChoice, { rule, code = '' }: StaticSource): boolean {
  const row = reach.find((one) => one.rule === rule);
  return row !== undefined && !row.misses.some((word) => new RegExp(`\\b${word}\\b`).test(code));
}
