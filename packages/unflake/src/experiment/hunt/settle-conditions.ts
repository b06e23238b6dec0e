/** A suspect that failed under settings or a load: does it fail there again, alone, and which of the settings is enough? */
import type { Conditions } from '../../contract/trial.ts';
import type { Plan } from '../plan.ts';
import { type ConfirmedFlaky, intermittent, kindOf } from './confirmed-flaky.ts';
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
  const runs = isLoad(suspect, conditions) ? LOAD_RUNS : SETTING_RUNS;
  const alone = { before: [], conditions };
  const first = yield* suspect.untilFailure(alone, runs);
  if (first.event === 'failure') {
    for (const only of singles(conditions)) {
      const found = yield* repeated(suspect, { before: [], conditions: only }, runs);
      if (found !== null) return found;
    }
    const whole = Object.keys(conditions).length > 1 ? yield* repeated(suspect, alone, runs) : null;
    if (whole !== null) return whole;
  }
  if (Object.keys(conditions).some((knob) => THROUGH_OTHERS.includes(knob)))
    return yield* amongOthers(suspect, conditions);
  return null;
}

/** Fails, passes without the conditions, and fails again. Null where it does not fail under them. */
function* repeated(suspect: Suspect, failing: Selection, runs: number): Plan<ConfirmedFlaky | null> {
  const first = yield* suspect.untilFailure(failing, runs);
  if (first.event !== 'failure') return null;
  const control = yield* suspect.run(ALONE);
  if (control.event === 'failure') return intermittent(suspect.test, ALONE, control.trial);
  const again = yield* suspect.untilFailure(failing, runs);
  if (again.event !== 'failure') return intermittent(suspect.test, failing, first.trial);
  const kind = failsAlone(suspect) ? null : kindOf(suspect, failing.conditions);
  return {
    is: 'flaky',
    test: suspect.test,
    kind,
    arm: armOf(failing, suspect.test),
    failing,
    needs: [],
    trial: again.trial,
  };
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

const singles = (conditions: Conditions): readonly Conditions[] =>
  Object.entries(conditions).map(([knob, setting]) => ({ [knob]: setting }));

function isLoad({ options }: Suspect, conditions: Conditions): boolean {
  return options.knobs.some(({ knob, deterministic }) => knob in conditions && !deterministic);
}
