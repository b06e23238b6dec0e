/**
 * Decides about a test that has both passed and failed: flaky, if it fails again under the arm that made it fail and passes without it. What
 * a round of many tests showed is never enough.
 */
import type { Kind } from '../../contract/cause.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialId } from '../../contract/trial.ts';
import type { Plan } from '../plan.ts';
import { type ConfirmedFlaky, intermittent, kindOf } from './confirmed-flaky.ts';
import { likelySetters } from './likely-setters.ts';
import { runBefore } from './run-before.ts';
import { settleUnderConditions } from './settle-conditions.ts';
import { settleOrder } from './settle-order.ts';
import { ALONE, armOf, type Selection, type Suspect } from './suspect.ts';

export type Settled = ConfirmedFlaky | { readonly is: 'unrepeated' };

/** Both must agree before a test counts as passing or failing alone. */
const ALONE_RUNS = 2;
/** Reruns alone before a failure counts as unrepeatable: a test that fails one time in five is then missed one time in ten. */
const MAX_ALONE_RUNS = 10;

export function* settleSuspect(suspect: Suspect): Plan<Settled> {
  const alone = [];
  const known = passesAlone(suspect);
  for (let run = 0; run < ALONE_RUNS && !known; run += 1) alone.push(yield* suspect.run(ALONE));
  const failed = alone.find(({ event }) => event === 'failure');
  if (failed !== undefined)
    return yield* failingAlone(
      suspect,
      failed.trial,
      alone.every(({ event }) => event === 'failure'),
    );
  const { conditions } = suspect.failure.result.trial;
  const isTurned = Object.keys(conditions).length > 0;
  // Cheap trials first: a test that fails now and then also fails alone before long.
  const cheap =
    (isTurned ? yield* settleUnderConditions(suspect, conditions) : null) ?? (yield* settleOrder(suspect, {}, 'few'));
  if (cheap !== null) return cheap;
  const isLikely = yield* failsInForks(suspect);
  const found =
    (isLikely ? yield* failsAlone(suspect, alone.length) : null) ??
    (yield* settleOrder(suspect, {}, 'many')) ??
    (isLikely ? null : yield* failsAlone(suspect, alone.length)) ??
    (isTurned ? yield* settleOrder(suspect, conditions, 'few') : null);
  return found ?? { is: 'unrepeated' };
}

/** A round has run it alone, and it passed. What confirms a cause runs it alone again, in a process of its own. */
function passesAlone({ test, record, options }: Suspect): boolean {
  const alone = record
    .executionsOf(test)
    .filter(
      ({ result: { trial }, observation: { run } }) =>
        Object.keys(trial.conditions).length === 0 && runBefore(trial, test, run, options.can).length === 0,
    );
  return alone.length > 0 && alone.every(({ observation }) => observation.outcome === 'passed');
}

/** Many runs for one start. Only a hint: forks share one seed for hashes, and some tests fail in every fork. True where nothing can be forked. */
function* failsInForks(suspect: Suspect): Plan<boolean> {
  if (suspect.options.can.fork !== true) return true;
  const { event } = yield* suspect.runForked(MAX_ALONE_RUNS);
  return event === 'failure';
}

function* failsAlone(suspect: Suspect, runs: number): Plan<ConfirmedFlaky | null> {
  const again = yield* suspect.untilFailure(ALONE, MAX_ALONE_RUNS - runs);
  return again.event === 'failure' ? intermittent(suspect.test, ALONE, again.trial) : null;
}

/** It passes somewhere: after tests that set something up, under other conditions, or sometimes. */
function* failingAlone(suspect: Suspect, trial: TrialId, always: boolean): Plan<Settled> {
  if (!always) return intermittent(suspect.test, ALONE, trial);
  const setters = likelySetters(suspect);
  if (setters.length > 0) {
    const set = yield* suspect.run({ before: setters, conditions: {} });
    const once = set.event === 'pass' ? yield* suspect.run(ALONE) : null;
    if (once?.event === 'failure') return fails(suspect, trial, 'brittle', setters);
    if (once !== null) return intermittent(suspect.test, ALONE, trial);
  }
  const { before, conditions } = shortestPass(suspect);
  if (before.length === 0 && Object.keys(conditions).length === 0) return intermittent(suspect.test, ALONE, trial);
  const passing = { before, conditions };
  const again = yield* suspect.run(passing);
  if (again.event !== 'pass') return intermittent(suspect.test, ALONE, trial);
  const once = yield* suspect.run(ALONE);
  if (once.event !== 'failure') return intermittent(suspect.test, ALONE, trial);
  if (Object.keys(conditions).length > 0) {
    const bare = yield* suspect.run({ before: [], conditions });
    if (bare.event === 'pass') return fails(suspect, trial, kindOf(suspect, conditions), []);
  }
  return fails(suspect, trial, 'brittle', before);
}

function fails({ test }: Suspect, trial: TrialId, kind: Kind | null, needs: readonly TestId[]): ConfirmedFlaky {
  return { is: 'flaky', test, kind, arm: armOf(ALONE, test), failing: ALONE, needs, trial };
}

/** The selection with the fewest tests before it in which it passed, without conditions if there is one. */
function shortestPass({ test, record, options }: Suspect): Selection {
  const passes = record
    .executionsOf(test)
    .filter(({ observation }) => observation.outcome === 'passed')
    .map(({ result, observation }) => ({
      before: runBefore(result.trial, test, observation.run, options.can),
      conditions: result.trial.conditions,
    }));
  const plain = passes.filter(({ conditions }) => Object.keys(conditions).length === 0);
  const usable = plain.length > 0 ? plain : passes;
  return usable.reduce((best, one) => (one.before.length < best.before.length ? one : best));
}
