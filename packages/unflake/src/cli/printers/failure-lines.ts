/** Messages of failures, detectors and the scan as lines of text that every printer shares. */
import { reportInWords } from '../../contract/detector-report.ts';
import type { Diagnosis, FailureClass } from '../../contract/diagnosis.ts';

/** More classes than this are counted, not shown; the JSON has all. */
export const MAX_CLASSES = 3;

/** `12 × failed`. */
export const failureHead = ({ count, outcome }: FailureClass): string => `${count} × ${outcome}`;

/** The classes to show, and a line about the others. */
export function shownFailures({ failures = [] }: Diagnosis): {
  readonly shown: readonly FailureClass[];
  readonly rest: string | null;
} {
  const others = failures.slice(MAX_CLASSES);
  const count = others.reduce((sum, each) => sum + each.count, 0);
  const rest = others.length === 0 ? null : `and ${count} with ${others.length} other messages`;
  return { shown: failures.slice(0, MAX_CLASSES), rest };
}

export function detectedLines({ detected = [] }: Diagnosis): readonly string[] {
  return detected.map((report) => `${reportInWords(report)}, in ${report.trials.join(', ')}`);
}

/** `tests/test_promo.py:7  CACHE["a"] = 1  (python/shared-mutable-state)`. */
export function polluterLines({ polluterSources = [] }: Diagnosis): readonly string[] {
  return polluterSources.map(({ file, line, text, rule }) => `${file}:${line}  ${text}  (${rule})`);
}

/** The sets of setters; older cases have single tests instead. */
export const setterSetsOf = ({ setters, setterSets }: Diagnosis): Diagnosis['polluters'] =>
  setterSets ?? setters.map((test) => [test]);

/** The first of a long list, and a line about the rest. */
export function firstOf<Item>(
  items: readonly Item[],
  max: number,
): { readonly shown: readonly Item[]; readonly rest: readonly string[] } {
  const left = items.length - max;
  return { shown: items.slice(0, max), rest: left > 0 ? [`and ${left} more`] : [] };
}
