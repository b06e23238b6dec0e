/** Tests whether a random draw decides the outcome of an intermittent failure, and what that proves. */
import type { Tally } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { DrawFinding, FactorProof } from '../../contract/perturb-finding.ts';
import { drawKind } from '../perturb/draw-kind.ts';
import { trySeeds } from '../perturb/try-seeds.ts';
import { unreached } from '../perturb/unreached.ts';
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
