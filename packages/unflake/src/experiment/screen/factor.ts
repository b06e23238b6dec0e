/** The options of a screening: the factors, how to make a trial under conditions, and the resources. */
import type { Random } from '@unflake/testkit/random';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, Trial } from '../../contract/trial.ts';

/** One setting of one knob that may provoke the failure. Several factors may belong to one knob; then at most one of them is on. */
export interface ScreenFactor {
  readonly knob: string;
  /** The provoking setting. */
  readonly setting: string;
  /** The setting that takes the factor away; null leaves the knob alone. */
  readonly pinned: string | null;
  /** A setting of equal cost that should change nothing; null where there is none. */
  readonly control: string | null;
  /** How many times longer a trial takes with it. */
  readonly cost: number;
  /** Deterministic: it fails nearly always or hardly ever with this setting. */
  readonly deterministic: boolean;
  /** Relative weight before any trial. */
  readonly weight: number;
  /** May be combined with others; false: tried only alone. */
  readonly combinable: boolean;
}

export interface ScreenOptions {
  readonly target: TestId;
  readonly factors: readonly ScreenFactor[];
  readonly make: (conditions: Conditions) => Trial;
  /** Only failures with one of these fingerprints are the failure; null: every failure is. */
  readonly fingerprints: readonly string[] | null;
  readonly random: Random;
  /** Trials of a step that may run side by side. */
  readonly jobs: number;
  readonly maxTrials: number;
}

/** Which factors are on, by position among the factors: 1 or 0. */
export type Vector = Uint8Array;

/** Pins every knob except those whose factor is on; `how` says which setting stands for "on". */
export function vectorConditions(
  factors: readonly ScreenFactor[],
  vector: Vector,
  how: 'provoke' | 'control' = 'provoke',
): Conditions {
  const conditions: Record<string, string> = {};
  for (const { knob, pinned } of factors) if (pinned !== null) conditions[knob] = pinned;
  for (const [at, { knob, setting, control }] of factors.entries()) {
    if (vector[at] !== 1) continue;
    if (how === 'provoke') conditions[knob] = setting;
    else if (control !== null) conditions[knob] = control;
  }
  return conditions;
}

/** The factors at these positions on, all others off. */
export function vectorOf(count: number, ...positions: readonly number[]): Vector {
  const vector = new Uint8Array(count);
  for (const position of positions) vector[position] = 1;
  return vector;
}

/** Of several settings of one knob the first stays. */
export function compatible(factors: readonly ScreenFactor[], positions: readonly number[]): Vector {
  const taken = new Set<string>();
  return vectorOf(
    factors.length,
    ...positions.filter((at) => {
      const { knob } = factors[at]!;
      if (taken.has(knob)) return false;
      taken.add(knob);
      return true;
    }),
  );
}

/** Every factor that may be combined with others, except these. */
export function allBut(factors: readonly ScreenFactor[], left: readonly number[]): Vector {
  return compatible(
    factors,
    [...factors.keys()].filter((at) => factors[at]!.combinable && !left.includes(at)),
  );
}

/** `tz Asia/Kathmandu + cpu 0.25`, or `all off`. */
export function vectorLabel(factors: readonly ScreenFactor[], vector: Vector): string {
  const on = factors.filter((_, at) => vector[at] === 1).map(({ knob, setting }) => `${knob} ${setting}`);
  return on.length === 0 ? 'all off' : on.join(' + ');
}
