/** The maximum nesting of client input. It is checked before anything walks the input, because deeper values overflow the stack. */
import { UnflakeError } from '../contract/faults.ts';

/** No input of ours is deeper than a list in an object, and a protocol message adds a few levels. */
export const DEEPEST = 32;

export function isTooDeep(value: unknown): boolean {
  return isDeeperThan(DEEPEST, value);
}

export function tooDeep(what: string): UnflakeError {
  const expected = `JSON of at most ${DEEPEST} levels`;
  const message = `${what} is nested deeper than ${DEEPEST} levels`;
  return new UnflakeError('INVALID_INPUT', message, { problems: [{ field: '', value: null, expected }] });
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
