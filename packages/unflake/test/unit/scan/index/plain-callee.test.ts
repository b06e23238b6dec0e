import { describe, expect, test } from 'vitest';
import { plainCallee } from '../../../../src/scan/index/plain-callee.ts';

const of = (call: string): string | null => plainCallee(`x = ${call} + 1`, 4, 4 + call.length);

describe('what a call calls is read off its text', () => {
  test.each([
    ['f()', 'f'],
    ['self.log.close(1, 2)', 'self.log.close'],
    ['f(g(1), (2, 3))', 'f'],
    ['f(")", \'(\')', 'f'],
    ['f("a\\"(", 1)', 'f'],
    ['f(a / b)', 'f'],
  ])('in %s', (call, name) => {
    expect(of(call)).toBe(name);
  });
});

describe('the parser is asked', () => {
  test.each([
    ['where the first brackets close before the end', 'f(1)(2)'],
    ['where something is called on a result', 'f(1).g(2)'],
    ['where a comment may hold a bracket', 'f(1, # (\n 2)'],
    ['where a text has several lines', 'f("""(\n""")'],
    ['where a text has no end', "f('(a)"],
    ['where no bracket closes it', 'f`a`'],
    ['about what is long', `f(${'a, '.repeat(500)}(1))`],
  ])('%s', (_, call) => {
    expect(of(call)).toBeNull();
  });
});
