/** The reader for a report, chosen by how it begins. */
import { goResults } from './go-results.ts';
import { junitResults } from './junit-results.ts';
import type { OnResult, ResultReader } from './reported-result.ts';
import { tapResults } from './tap-results.ts';

export const RESULT_FORMATS = ['junit', 'tap', 'go-json'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** Null for a text that begins like none of them. */
export function resultFormat(head: string): ResultFormat | null {
  const text = head.replace(/^\ufeff/, '').trimStart();
  if (text.startsWith('<')) return 'junit';
  if (/^(?:TAP version \d|(?:not )?ok\b|1\.\.\d|# Subtest)/.test(text)) return 'tap';
  return /^\{.*"(?:Action|ImportPath)"/.test(text) || /^(?:#|go: ).*\n(?:.*\n)*?\{.*"Action"/.test(text)
    ? 'go-json'
    : null;
}

export function resultReader(format: ResultFormat, onResult: OnResult): ResultReader {
  switch (format) {
    case 'junit':
      return junitResults(onResult);
    case 'tap':
      return tapResults(onResult);
    case 'go-json':
      return goResults(onResult);
    default:
      return format satisfies never;
  }
}
