/** A short label for how a trial ran its target, read off the trial itself; rows of one label ran the same thing, except `subset`. */
import { fileOf } from '../contract/file-of.ts';
import type { TestId } from '../contract/test-id.ts';
import type { Trial } from '../contract/trial.ts';

export function armOf(trial: Trial, target: TestId, suite: readonly TestId[]): string {
  const settings = Object.entries(trial.conditions).map(([knob, setting]) => `${knob} ${setting}`);
  const label = selectionLabel(trial, target, suite);
  const parts = [trial.mode === 'plain' ? `printed, ${label}` : label, ...settings];
  return parts.join(', ');
}

function selectionLabel({ tests, repeat }: Trial, target: TestId, suite: readonly TestId[]): string {
  if (tests.length === 1 && tests[0] === target) return repeat > 1 ? 'twice' : 'alone';
  const upTo = suite.slice(0, suite.indexOf(target) + 1);
  if (tests.length >= upTo.length && tests.every((test, index) => test === suite[index])) return 'suite';
  const file = fileOf(target);
  const inFile = upTo.filter((test) => fileOf(test) === file);
  if (same(tests, inFile)) return 'file';
  if (same(tests, [...suite.slice(upTo.length).reverse(), target])) return 'reversed';
  return 'subset';
}

const same = (a: readonly TestId[], b: readonly TestId[]): boolean =>
  a.length === b.length && a.every((test, index) => test === b[index]);
