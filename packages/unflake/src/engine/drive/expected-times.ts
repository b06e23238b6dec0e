/**
 * Predicts the duration of a trial from earlier ones: the same selection under the same conditions, else trials of similar size, and no longer
 * than its tests and a start have taken. A new CPU share scales the time inversely.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { Observation, Trial } from '../../contract/trial.ts';
import { selectionDigest } from './trial-key.ts';

interface Known {
  readonly size: number;
  readonly kind: string;
  readonly ms: number;
  /** At full speed. */
  readonly fullMs: number;
}

/** Enough for a median; older trials may reflect another load of the machine. */
const MAX_KEPT_OF_ARM = 5;

type Observed = Pick<Observation, 'test' | 'ms'>;

export interface ExpectedTimes {
  /** `observed`: what it said of its tests. */
  readonly add: (trial: Trial, ms: number, observed?: readonly Observed[]) => void;
  /** 0 while nothing is known. */
  readonly msFor: (trial: Trial) => number;
}

export function expectedTimes(): ExpectedTimes {
  const arms = new Map<string, number[]>();
  const all: Known[] = [];
  /** At full speed: the slowest run of each test, and what a trial takes besides its tests. */
  const slowest = new Map<TestId, number>();
  let startMs = 0;

  function observe(trial: Trial, ms: number, observed: readonly Observed[]): void {
    if (trial.watch !== 'all' || trial.mode !== 'probe' || trial.forks !== undefined) return;
    let testsMs = 0;
    for (const { test, ms: own } of observed) {
      testsMs += own ?? 0;
      if (own !== null) slowest.set(test, Math.max(slowest.get(test) ?? 0, own / slowedBy(trial)));
    }
    startMs = Math.max(startMs, (ms - testsMs) / slowedBy(trial));
  }

  /** Infinite where one of the tests was never timed. */
  function byTests({ tests, repeat, mode, forks }: Trial): number {
    if (mode !== 'probe' || forks !== undefined) return Number.POSITIVE_INFINITY;
    return tests.reduce((sum, test) => sum + repeat * (slowest.get(test) ?? Number.POSITIVE_INFINITY), startMs);
  }

  return {
    add(trial, ms, observed = []) {
      observe(trial, ms, observed);
      const arm = armOf(trial);
      arms.set(arm, [...(arms.get(arm) ?? []), ms].slice(-MAX_KEPT_OF_ARM));
      all.push({ size: sizeOf(trial), kind: kindOf(trial), ms, fullMs: ms / slowedBy(trial) });
    },
    msFor(trial) {
      const same = arms.get(armOf(trial));
      if (same !== undefined) return same.toSorted((a, b) => a - b)[same.length >> 1]!;
      const alike = all.filter(({ kind }) => kind === kindOf(trial));
      const slow = slowedBy(trial);
      const known = alike.length > 0 ? alike : all.map(({ fullMs, ...one }) => ({ ...one, ms: fullMs * slow }));
      const larger = known.filter(({ size }) => size >= sizeOf(trial));
      if (larger.length > 0) return Math.min(slow * byTests(trial), ...larger.map(({ ms }) => ms));
      return Math.max(0, ...known.map(({ ms }) => ms));
    },
  };
}

/** Knobs whose settings are CPU shares. */
const SHARES = ['cpu', 'quota'];

function slowedBy({ conditions }: Trial): number {
  const shares = SHARES.map((knob) => Number(conditions[knob] ?? 1)).filter((share) => share > 0 && share <= 1);
  return 1 / Math.min(1, ...shares);
}

/** Of trials whose duration is not known: which takes longer. */
export const workOf = (trial: Trial): number => sizeOf(trial) * slowedBy(trial);

const sizeOf = ({ tests, repeat }: Trial): number => tests.length * repeat;

const kindOf = ({ mode, conditions }: Trial): string => `${mode} ${JSON.stringify(Object.entries(conditions).sort())}`;

const armOf = (trial: Trial): string => `${selectionDigest(trial.tests)} ${trial.repeat} ${kindOf(trial)}`;
