/** A suspect that failed under settings or a load: does it fail there again, alone, and which of the settings is enough? */
import type { Kind } from '../../contract/cause.ts';
import type { Conditions, TrialId } from '../../contract/trial.ts';
import type { Plan } from '../plan.ts';
import { type ConfirmedFlaky, intermittent, kindOf } from './confirmed-flaky.ts';
import { likelySettings } from './likely-settings.ts';
import { runBefore } from './run-before.ts';
import { ALONE, armOf, type Selection, type Suspect } from './suspect.ts';

/** Runs until it fails: a setting decides at once, a load only sometimes. */
const SETTING_RUNS = 2;
const LOAD_RUNS = 6;
/** A load that acts on one test through others is run with all of them again. */
const AMONG_OTHERS_RUNS = 2;
const THROUGH_OTHERS = ['workers', 'copies'];

/** Null where it does not fail again under the conditions. */
export function* settleUnderConditions(suspect: Suspect, conditions: Conditions): Plan<ConfirmedFlaky | null> {
  const likely = likelySettings(suspect);
  const count = Object.keys(likely).length;
  const isNarrower = count > 0 && count < Object.keys(conditions).length;
  const found = (isNarrower ? yield* alone(suspect, likely) : null) ?? (yield* alone(suspect, conditions));
  if (found !== null) return found;
  if (Object.keys(conditions).some((knob) => THROUGH_OTHERS.includes(knob)))
    return yield* amongOthers(suspect, conditions);
  return null;
}

/** Null where it does not fail alone under them. */
function* alone(suspect: Suspect, conditions: Conditions): Plan<ConfirmedFlaky | null> {
  const runs = isLoad(suspect, conditions) ? LOAD_RUNS : SETTING_RUNS;
  const first = yield* suspect.untilFailure({ before: [], conditions }, runs);
  if (first.event !== 'failure') return null;
  const smallest = yield* halved(suspect, conditions, first.trial);
  return yield* confirmed(suspect, { before: [], conditions: smallest.conditions }, smallest.trial, runs);
}

/** Two settings that are needed together, and lie in different halves, stop it early. `trial`: in which it failed under all of them. */
function* halved(
  suspect: Suspect,
  conditions: Conditions,
  trial: TrialId,
): Plan<{ readonly conditions: Conditions; readonly trial: TrialId }> {
  let smallest = { conditions, trial };
  for (;;) {
    const left = Object.entries(smallest.conditions);
    if (left.length < 2) return smallest;
    const middle = left.length >> 1;
    let next: typeof smallest | null = null;
    const halves = [left.slice(0, middle), left.slice(middle)];
    // In turns: the setting is in one of them, and most decide at once.
    for (const half of Array.from({ length: SETTING_RUNS }, () => halves).flat()) {
      const own = Object.fromEntries(half);
      const run = yield* suspect.run({ before: [], conditions: own });
      if (run.event !== 'failure') continue;
      next = { conditions: own, trial: run.trial };
      break;
    }
    if (next === null) return smallest;
    smallest = next;
  }
}

/** It failed in `first`; now it passes without the conditions and fails again. */
function* confirmed(suspect: Suspect, failing: Selection, first: TrialId, runs: number): Plan<ConfirmedFlaky> {
  const { test } = suspect;
  const control = yield* suspect.run(ALONE);
  if (control.event === 'failure') return intermittent(test, ALONE, control.trial);
  const again = yield* suspect.untilFailure(failing, runs);
  if (again.event !== 'failure') return intermittent(test, failing, first);
  const kind: Kind | null = failsAlone(suspect) ? null : kindOf(suspect, failing.conditions);
  return { is: 'flaky', test, kind, arm: armOf(failing, test), failing, needs: [], trial: again.trial };
}

function* amongOthers(suspect: Suspect, conditions: Conditions): Plan<ConfirmedFlaky | null> {
  const { tests } = suspect.failure.result.trial;
  if (tests.length === 1) return null;
  for (let run = 0; run < AMONG_OTHERS_RUNS; run += 1) {
    const again = yield* suspect.runAll(tests, conditions);
    if (again.event !== 'failure') continue;
    const before = tests.slice(0, tests.lastIndexOf(suspect.test));
    const failing = { before, conditions };
    const arm = suspect.record.armOf(again.trial);
    const kind = kindOf(suspect, conditions);
    return { is: 'flaky', test: suspect.test, kind, arm, failing, needs: [], trial: again.trial };
  }
  return null;
}

/** Whether it failed alone without any setting. */
function failsAlone({ test, record, options }: Suspect): boolean {
  return record
    .failuresOf(test)
    .some(
      ({ result, observation }) =>
        Object.keys(result.trial.conditions).length === 0 &&
        runBefore(result.trial, test, observation.run, options.can).length === 0,
    );
}

/** The more of it, the likelier is the failure. */
function isLoad({ options }: Suspect, conditions: Conditions): boolean {
  return options.knobs.some(({ knob, shape }) => knob in conditions && shape === 'growing');
}
