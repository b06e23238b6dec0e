/** A unit of work as it lies in the queue: some trials of a case, bounded in time. */

import type { Trial } from '../contract/trial.ts';
import type { PendingTrial } from '../engine/drive/drive.ts';
import { workOf } from '../engine/drive/expected-times.ts';
import { type PackedSelection, packSelection, type SuiteIndex, unpackSelection } from '../store/selection.ts';

/** A unit is about as long: shorter ones would spend their time in the queue, and of longer ones too much is lost with a worker. */
const UNIT_MS = 2_000;

interface PackedTrial extends Omit<PendingTrial, 'trial'> {
  readonly settings: Omit<Trial, 'tests' | 'watch'>;
  readonly tests: PackedSelection;
  readonly watch: PackedSelection | 'all';
}

export interface Unit {
  /** Active time of the case when it was put into the queue. */
  readonly activeMs: number;
  /** What takes longer has more: the expected milliseconds, or the runs of tests while nothing is known of any trial. */
  readonly weight: number;
  readonly trials: readonly PackedTrial[];
}

export interface UnitRequest {
  readonly activeMs: number;
  readonly expectedMs: (trial: Trial) => number;
  /** How many may share the trials. */
  readonly workers: number;
}

/** In their order. An exclusive trial is a unit of its own. */
export function unitsOf(
  pending: readonly PendingTrial[],
  suite: SuiteIndex,
  { activeMs, expectedMs, workers }: UnitRequest,
): readonly Unit[] {
  const most = Math.ceil(pending.length / Math.max(1, workers));
  const units: PendingTrial[][] = [];
  let ms = 0;
  for (const one of pending) {
    const last = units.at(-1);
    const expected = expectedMs(one.trial);
    const isAlone = last === undefined || last.length >= most || one.trial.exclusive || last[0]!.trial.exclusive;
    // Of a trial about which nothing is known, another may not be much shorter.
    if (isAlone || expected === 0 || ms + expected > UNIT_MS) {
      units.push([one]);
      ms = expected;
    } else {
      last.push(one);
      ms += expected;
    }
  }
  return units.map((trials) => ({
    activeMs,
    weight: Math.round(trials.reduce((sum, { trial }) => sum + (expectedMs(trial) || workOf(trial)), 0)),
    trials: trials.map((one) => packTrial(one, suite)),
  }));
}

function packTrial({ trial, ...place }: PendingTrial, suite: SuiteIndex): PackedTrial {
  const { tests, watch, ...settings } = trial;
  const packed = watch === 'all' ? watch : packSelection(watch, suite);
  return { ...place, settings, tests: packSelection(tests, suite), watch: packed };
}

export function trialsOf({ trials }: Unit, suite: SuiteIndex): readonly PendingTrial[] {
  return trials.map(({ settings, tests, watch, ...place }) => {
    const watched = watch === 'all' ? watch : unpackSelection(watch, suite);
    return { ...place, trial: { ...settings, tests: unpackSelection(tests, suite), watch: watched } };
  });
}
