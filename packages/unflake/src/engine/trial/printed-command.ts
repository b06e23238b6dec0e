/** The command of a trial as a person would type it, with its conditions in front; null where there is none. */
import type { Command } from '../../contract/command.ts';
import type { ListVariable, Machine } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import { effectOf, SEPARATORS } from '../../knobs/index.ts';
import { isPrintable } from '../knobs/knob-choices.ts';
import { contextOf, type Subject } from '../subject/subject.ts';

export function printedCommand(trial: Trial, subject: Subject, machine: Machine): Command | null {
  if (trial.mode !== 'plain') return null;
  const { tests, repeat, conditions, seed } = trial;
  const request = { tests, suite: subject.suite, repeat, conditions, seed };
  const plain = subject.adapter.plain(request, contextOf(subject, subject.folder));
  // Moving files away is a separate command, printed before this one.
  const { aside: _aside, ...effect } = effectOf(conditions, machine);
  if (plain === null || !isPrintable(effect)) return null;
  const env: Record<string, string | null> = { ...effect.env, ...plain.env };
  for (const [name, word] of Object.entries(effect.addTo ?? {}) as [ListVariable, string][])
    env[name] = env[name] ? `${word}${SEPARATORS[name]}${env[name]}` : word;
  return { ...plain, argv: [...(effect.prefix ?? []), ...plain.argv] as string[] as [string, ...string[]], env };
}
