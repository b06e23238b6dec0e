/**
 * A suspect that passes alone: which tests before it make it fail? Cheap guesses first: the test directly before the failure, the suspect
 * itself, those of its file, all of them; then halving. The set that is found fails again while the suspect alone passes.
 */
import { fileOf } from '../../contract/file-of.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions } from '../../contract/trial.ts';
import type { Plan } from '../plan.ts';
import type { ConfirmedFlaky } from './confirmed-flaky.ts';
import { lastOccurrences, runBefore } from './run-before.ts';
import { armOf, type Selection, type Suspect } from './suspect.ts';

/** Trials of one halving. A set of two tests in different halves stops it early. */
const MAX_HALVINGS = 24;

/** Null where it does not fail again after what ran before it. */
export function* settleOrder(suspect: Suspect, conditions: Conditions): Plan<ConfirmedFlaky | null> {
  for (const before of guesses(suspect)) {
    const first = yield* suspect.run({ before, conditions });
    if (first.event !== 'failure') continue;
    const failing = { before: yield* halved(suspect, before, conditions), conditions };
    const found = yield* confirmed(suspect, failing);
    if (found !== null) return found;
  }
  return null;
}

/** Fails, passes without those tests, and fails again. */
function* confirmed(suspect: Suspect, failing: Selection): Plan<ConfirmedFlaky | null> {
  const { test } = suspect;
  const control = yield* suspect.run({ before: [], conditions: failing.conditions });
  if (control.event !== 'pass') return null;
  const again = yield* suspect.run(failing);
  if (again.event !== 'failure') return null;
  const kind = failing.before.every((other) => other === test) ? 'self-polluter' : 'victim';
  return { is: 'flaky', test, kind, arm: armOf(failing, suspect.test), failing, needs: [], trial: again.trial };
}

function guesses({ test, failure, options }: Suspect): readonly (readonly TestId[])[] {
  const { result, observation } = failure;
  const ran = runBefore(result.trial, test, observation.run, options.can);
  const others = lastOccurrences(ran.filter((other) => other !== test));
  const sameFile = others.filter((other) => fileOf(other) === fileOf(test));
  const found = [
    ...(ran.includes(test) ? [[test]] : []),
    ...(others.length > 0 ? [[others.at(-1)!]] : []),
    ...(sameFile.length > 1 ? [sameFile] : []),
    ...(others.length > Math.max(1, sameFile.length) ? [others] : []),
  ];
  return found;
}

/** The later half first: fewer tests can have undone what it did. */
function* halved(suspect: Suspect, set: readonly TestId[], conditions: Conditions): Plan<readonly TestId[]> {
  let left = set;
  for (let trials = 0; left.length > 1 && trials < MAX_HALVINGS; ) {
    const middle = left.length >> 1;
    const halves = [left.slice(middle), left.slice(0, middle)];
    let next: readonly TestId[] | null = null;
    for (const half of halves) {
      trials += 1;
      const run = yield* suspect.run({ before: half, conditions });
      if (run.event !== 'failure') continue;
      next = half;
      break;
    }
    if (next === null) break;
    left = next;
  }
  return left;
}
