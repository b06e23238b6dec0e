import { expect, test } from 'vitest';
import { pathPattern } from '../../../src/text/path-pattern.ts';

test.each([
  ['*.txt', 'a/b.txt', true, false],
  ['a/?.txt', 'a/b.txt', true, true],
  ['[ab].txt', 'b.txt', true, true],
  ['[!ab].txt', 'b.txt', false, false],
  ['a.txt', 'a-txt', false, false],
  ['a+(b).txt', 'a+(b).txt', true, true],
  ['a/**/b.txt', 'a/b.txt', true, true],
  ['a/**/b.txt', 'a/x/y/b.txt', true, true],
  ['a/**/b.txt', 'ab.txt', false, false],
  ['a/**', 'a/x/b.txt', true, true],
  ['**/b.txt', 'xb.txt', false, false],
])('%s against %s: crossing folders %s, within one %s', (pattern, name, crossing, within) => {
  expect(pathPattern(pattern, 'crossing').test(name)).toBe(crossing);
  expect(pathPattern(pattern, 'within').test(name)).toBe(within);
});
