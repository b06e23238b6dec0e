/**
 * Turns a proved screening into a cause: pinning the same knobs must remove the failure, and the levels of the knob are located. Reports
 * remaining doubts; a doubt limits the verdict to `narrowed`.
 */
import type { Cause } from '../../contract/cause.ts';
import type { Tally } from '../../contract/findings.ts';
import type { FactorProof } from '../../contract/perturb-finding.ts';
import type { FactorName, LevelFinding, ScreenFinding } from '../../contract/screen-finding.ts';
import type { Conditions } from '../../contract/trial.ts';
import { HostWatch } from '../busy-host.ts';
import { type Plan, PlanStopped } from '../plan.ts';
import { levels } from '../screen/levels.ts';
import { mergeTallies } from '../tally.ts';
import { type ComponentProof, isGone, MIN_PINNED, type ProofConditions, proveByPinning } from './prove-by-pinning.ts';
import { type KnobSetting, type PerturbContext, turnedConditions, turnedLabel } from './turning.ts';

/** One or two trials settle a deterministic setting; a load is worth no more than a quick check. */
const MAX_LEVEL_TRIALS = 40;
/** Of each dose of a load. */
const MAX_DOSE_TRIALS = 2;
/** Below this difference of rates, settings of a knob cannot be distinguished. */
const MIN_STEP = 0.3;

type Proved = ScreenFinding & {
  readonly kind: FactorProof['kind'];
  readonly confirmed: NonNullable<ScreenFinding['confirmed']>;
};

/** A screening that ended in a proof. */
export function isProved(screened: ScreenFinding): screened is Proved {
  const { kind, confirmed } = screened;
  return confirmed !== null && (kind === 'single' || kind === 'either' || kind === 'both' || kind === 'unless');
}

/** `turned`: what the screening could turn. */
export function* proveFactors(
  turning: PerturbContext,
  screened: Proved,
  turned: readonly KnobSetting[],
): Plan<FactorProof> {
  const parts = screened.factors.map((name) => named(turned, name));
  const [first] = parts as [KnobSetting, ...KnobSetting[]];
  const active = screened.kind === 'either' || screened.kind === 'unless' ? [first] : parts;
  const arms = proofConditionsOf(active);
  const isLoad = active.some(({ choice }) => !choice.deterministic);
  const needed = active.length > 1 ? active.map((part) => apart(part, active)) : [];
  const taken = yield* proveByPinning(turning, arms, needed, screened.confirmed, isLoad ? 'load' : 'setting');
  const { with: fails, pinned, control } = taken;
  const { rates } = screened;
  const located = parts.length === 1 && rates !== null ? yield* locateLevels(turning, first, rates) : null;
  return {
    kind: screened.kind,
    factors: screened.factors,
    cause: leader(parts, screened.kind).choice.cause,
    failing: arms.failing,
    passing: arms.passing,
    with: fails,
    without: taken.parts.reduce(mergeTallies, screened.confirmed.without),
    pinned,
    control,
    levels: located,
    doubt: doubtOf(screened, parts, taken),
  };
}

/** Another knob may only change which numbers are drawn: if two are needed, the draw is the cause. */
function leader(parts: readonly KnobSetting[], kind: FactorProof['kind']): KnobSetting {
  return (kind === 'both' ? parts.find(isDraw) : undefined) ?? parts[0]!;
}

const isDraw = ({ choice }: KnobSetting): boolean => choice.shape === 'seed';

function named(turned: readonly KnobSetting[], { knob, setting }: FactorName): KnobSetting {
  const found = turned.find(({ choice, setting: own }) => choice.knob === knob && own === setting);
  if (found === undefined) throw new RangeError(`${knob} ${setting} could not be set`);
  return found;
}

/** The settings of the knob that fail; null if there is only one, or the rates are too close. */
export function* locateLevels(
  turning: PerturbContext,
  { choice, setting }: KnobSetting,
  rates: { readonly on: number; readonly off: number },
  knownAt?: (conditions: Conditions) => Tally,
): Plan<LevelFinding | null> {
  const { knob, settings, shape, pin: pinned } = choice;
  if (settings.length < 2 || rates.on - rates.off < MIN_STEP || shape === 'seed') return null;
  // Doses stronger than a proved one need no trials.
  const asked = shape === 'growing' ? settings.slice(0, settings.indexOf(setting) + 1) : [pinned, ...settings];
  const known = knownAt && asked.map((level) => knownAt({ [knob]: level }));
  const unknown = known?.filter(({ runs }) => runs === 0).length ?? asked.length;
  const finding = yield* levels({
    target: turning.target,
    knob,
    levels: asked,
    shape: shape === 'growing' ? 'growing' : 'any',
    gradual: shape === 'growing' && !choice.deterministic,
    rates,
    ...(known ? { known } : {}),
    make: (level) => turning.make({ [knob]: level }),
    fingerprints: turning.fingerprints(),
    jobs: turning.jobs,
    maxTrials: choice.deterministic ? MAX_LEVEL_TRIALS : MAX_DOSE_TRIALS * unknown,
    ...(choice.deterministic ? {} : { host: new HostWatch() }),
  });
  if (finding.stopped === 'budget' || finding.stopped === 'cancelled') throw new PlanStopped(finding.stopped);
  // Too few trials for the levels do not invalidate the proof.
  return finding.failing.includes(setting) ? finding : null;
}

/** Only these knobs: as given, at their pins, and at their controls. */
export function proofConditionsOf(active: readonly KnobSetting[]): ProofConditions {
  return {
    failing: turnedConditions(active),
    passing: Object.fromEntries(active.map(({ choice }) => [choice.knob, choice.pin])),
    control: controlOf(active),
  };
}

/** Turned by itself, the others at their pins. */
function apart(part: KnobSetting, all: readonly KnobSetting[]): Conditions {
  const others = all.filter((other) => other !== part);
  return { ...Object.fromEntries(others.map(({ choice }) => [choice.knob, choice.pin])), ...turnedConditions([part]) };
}

/** All of them have one, or there is none. */
function controlOf(active: readonly KnobSetting[]): Conditions | null {
  const settings = active.map(({ choice }) => [choice.knob, choice.control] as const);
  return settings.some(([, control]) => control === null) ? null : (Object.fromEntries(settings) as Conditions);
}

function doubtOf(
  { kind, factors }: Pick<Proved, 'kind' | 'factors'>,
  parts: readonly KnobSetting[],
  seen: ComponentProof,
): string | null {
  const causes = new Set(parts.map(({ choice }) => keyOf(choice.cause)));
  const isLoad = parts.some(({ choice }) => !choice.deterministic);
  if (kind === 'either' && causes.size > 1)
    return `two causes, each enough by itself: ${factors.map(turnedLabel).join(' and ')}`;
  const others = parts.filter((part) => !isDraw(part)).map(({ choice }) => choice.knob);
  if (kind === 'both' && others.length > 0 && others.length < parts.length)
    return `the draw decides; ${others.join(' and ')} may only change it`;
  if (!isGone(seen.with, seen.pinned, isLoad)) return 'it fails at the pinned setting as well';
  const enough = seen.parts.findIndex((tally) => !isGone(seen.with, tally, isLoad));
  if (enough >= 0) return `${turnedLabel(factors[enough]!)} is enough by itself`;
  if ([seen.pinned, ...seen.parts].some(({ runs }) => runs < MIN_PINNED))
    return 'the pinned setting could not be tried often enough';
  if (seen.control === null) return `there is no control for ${parts.map(({ choice }) => choice.knob).join(' and ')}`;
  return isGone(seen.with, seen.control, isLoad) ? null : 'its control fails as well';
}

const keyOf = ({ family, kind }: Cause): string => `${family}/${kind}`;
