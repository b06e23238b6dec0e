/** How deep what a client sends may be nested. Nobody walks it before this was checked: far deeper values exhaust the stack of whoever does. */
import { UnflakeError } from '../contract/faults.ts';

/** No input of ours is nested deeper than a list in an object, and a message of a protocol puts a few levels around it. */
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
