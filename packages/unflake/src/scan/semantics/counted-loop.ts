/** Whether a loop counts, or looks at a clock: then it ends whether or not what it waits for has happened. */
import type { Node } from '../syntax/parser.ts';

/** A machine under load may well take this long for what takes milliseconds at rest. */
export const GENEROUS_MS = 10_000;

export function isCounted(loop: Node, clock: RegExp): boolean {
  const condition = loop.fieldText('condition');
  if (loop.is('for_statement')) return /[<>]/.test(condition);
  // How many there are is what it waits for.
  const others = condition.replace(/\.(?:size|length|get|intValue|count|getCount)(?:\(\))?\s*[<>]=?\s*\d+/g, '');
  return clock.test(condition) || /[<>]=?\s*[0-9A-Z_]+\b|\+\+|--|\b(?:tries|attempts?|retries|count)\b/.test(others);
}
