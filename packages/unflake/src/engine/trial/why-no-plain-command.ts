/** Why a trial is printed as a replay and not as the runner's own command, in one sentence for people. */
import type { Machine } from '../../contract/knob.ts';
import type { Trial, TrialResult } from '../../contract/trial.ts';
import { effectOf } from '../../knobs/index.ts';
import { isPrintable } from '../knobs/knob-choices.ts';
import { contextOf, type Subject } from '../subject/subject.ts';

export function whyNoPlainCommand(
  trial: Trial,
  subject: Subject,
  seen: readonly TrialResult[],
  machine: Machine,
): string {
  const { tests, repeat, conditions, seed } = trial;
  const { adapter, suite, folder } = subject;
  if (repeat > 1) return `${adapter.name} cannot run a test ${repeat} times in one process`;
  const unprintable = Object.keys(conditions).filter(
    (knob) => !isPrintable(effectOf({ [knob]: conditions[knob]! }, machine)),
  );
  if (unprintable.length > 0) return `${unprintable.join(' and ')} must be set by unflake while the command runs`;
  if (adapter.plain({ tests, suite, repeat, conditions, seed }, contextOf(subject, folder)) === null)
    return `no command of ${adapter.name} runs exactly these tests in this order`;
  const wasRun = seen.some(({ trial: other }) => other.mode === 'plain' && other.tests.join('\n') === tests.join('\n'));
  if (wasRun) return `the plain command of ${adapter.name} was run as well and did not show the failure`;
  return `${Object.keys(conditions).join(' and ') || 'the failure'} was reproduced only through unflake, not by the runner's plain command`;
}
