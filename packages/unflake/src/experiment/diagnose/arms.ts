/** The arms of a diagnosis: alone, in the suite, in its file, twice, in parallel, slowed. */
import { fileOf } from '../../contract/file-of.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { Arm, MakeTrial, TrialChoice } from '../findings.ts';
import { armCost } from './costs.ts';
import { manyWorkers, type ResolvedDiagnoseOptions, slowing } from './resolved-diagnose-options.ts';

export interface DiagnosisArms {
  /** Null when the runner cannot run one test without the rest. */
  readonly alone: Arm | null;
  /** The suite in its own order, run serially, up to and including the target. */
  readonly suite: Arm;
  /** The tests of the target's file alone; null when that is the suite, or the target alone. */
  readonly file: Arm | null;
  readonly twice: Arm | null;
  /** The whole suite with several workers; null when their number cannot be set. */
  readonly parallel: Arm | null;
  /** The serial counterpart of `parallel`. */
  readonly serial: Arm | null;
  readonly slowed: ((share: string) => Arm) | null;
  /** The reversed suite, up to and including the target: tests that ran after the target run before it. */
  readonly reversed: { readonly arm: Arm; readonly before: readonly TestId[] } | null;
}

export function armsOf(
  options: ResolvedDiagnoseOptions,
  makeTrial: MakeTrial,
  seen: readonly TrialResult[],
): DiagnosisArms {
  const { target, suite, can } = options;
  const selectable = can.select === 'test';
  const upTo = selectable ? suite.slice(0, suite.indexOf(target) + 1) : suite;
  const file = fileOf(target);
  const inFile = upTo.filter((test) => fileOf(test) === file);
  const arm = (
    name: string,
    tests: readonly TestId[],
    how: TrialChoice = {},
    next = () => makeTrial(tests, how),
  ): Arm => ({
    name,
    make: next,
    get cost() {
      return armCost(seen, tests, how.conditions ?? {}, can.process === 'file' ? filesOf(tests) : 1);
    },
  });
  const after = suite.slice(suite.indexOf(target) + 1).reverse();
  const hasWorkers = can.workers && suite.length > 1;
  const workers = manyWorkers(options);
  const slower = slowing(options);
  return {
    alone: selectable ? arm('alone', [target]) : null,
    suite: arm(
      'suite',
      upTo,
      {},
      once(
        () => makeTrial(suite, { watch: 'all' }),
        () => makeTrial(upTo),
      ),
    ),
    file: selectable && inFile.length > 1 && inFile.length < upTo.length ? arm('file', inFile) : null,
    twice: selectable && can.repeat ? arm('twice', [target], { repeat: 2 }) : null,
    parallel: hasWorkers ? arm('parallel', suite, { conditions: { workers }, exclusive: true }) : null,
    serial: hasWorkers ? arm('serial', suite, { conditions: { workers: 'serial' }, exclusive: true }) : null,
    slowed:
      slower === null
        ? null
        : (share) => {
            const how = { conditions: { [slower]: share }, exclusive: true };
            return arm(`${slower} ${share}`, selectable ? [target] : suite, how);
          },
    reversed:
      selectable && can.order !== 'none' && can.order !== 'file' && after.length > 0
        ? { arm: arm('reversed', [...after, target]), before: after }
        : null,
  };
}

const filesOf = (tests: readonly TestId[]): number => new Set(tests.map(fileOf)).size;

/** The first call returns the first value, every later call the second. */
function once<T>(first: () => T, later: () => T): () => T {
  let called = false;
  return () => {
    if (called) return later();
    called = true;
    return first();
  };
}
