/** What differs in the messages of test tools. */
import { expect, test } from 'vitest';
import { comparedValues, messageLines } from '../../../src/text/message-diff.ts';

const whole = (parts: readonly string[] | undefined) => parts?.join('');

test.each([
  ['jest', 'expect(received).toBe(expected)\n\nExpected: "ready"\nReceived: "pending"', '"ready"', '"pending"'],
  ['rspec', '  expected: 3\n       got: 4\n', '3', '4'],
  ['testify', 'Error: Not equal:\n expected: 3\n actual  : 4', '3', '4'],
  ['junit', 'org.opentest4j.AssertionFailedError: expected: <3> but was: <4>', '3', '4'],
  ['chai', 'AssertionError: expected 4 to equal 3', '3', '4'],
  ['vitest', 'expected [ 1 ] to deeply equal [ 2 ]', '[ 2 ]', '[ 1 ]'],
  ['pytest', 'E       assert 4 == 3\nE        +  where 4 = len(x)', '3', '4'],
  ['node', "AssertionError [ERR_ASSERTION]: 'a' !== 'b'", "'b'", "'a'"],
  ['node', 'AssertionError: Expected values to be strictly equal:\n\n90 !== 100\n', '100', '90'],
  ['JUnit XML of node', 'testCodeFailure: Expected values to be strictly equal:90 !== 100', '100', '90'],
])('the two values of %s are found, and which is which', (_tool, message, expected, received) => {
  const found = comparedValues(message);
  expect([whole(found?.expected), whole(found?.received)]).toEqual([expected, received]);
});

test('of two values the middle that differs is apart, and no character is lost or counted twice', () => {
  expect(comparedValues('assert aaa == aa')).toEqual({ received: ['aa', 'a', ''], expected: ['aa', '', ''] });
  expect(comparedValues('expected: <total 12 EUR> but was: <total 14 EUR>')).toEqual({
    expected: ['total 1', '2', ' EUR'],
    received: ['total 1', '4', ' EUR'],
  });
});

test('a message that compares nothing has no values, and so have values that nobody reads', () => {
  expect(comparedValues('Error: socket hang up')).toBeNull();
  expect(comparedValues(`assert ${'x'.repeat(500)} == y`)).toBeNull();
});

test('lines that a tool has marked are marked; a list with dashes is not', () => {
  const kinds = (message: string) => messageLines(message).map(({ kind }) => kind);
  expect(kinds('+ actual - expected\n\n+ 12\n- 14\n')).toEqual(['same', 'same', 'plus', 'minus', 'same']);
  expect(kinds('E     - ready\nE     + pending\nE       same')).toEqual(['minus', 'plus', 'same']);
  expect(kinds('missing:\n- one\n- two')).toEqual(['same', 'same', 'same']);
  expect(kinds('--- a\n+++ b\n-1\n+2')).toEqual(['same', 'same', 'minus', 'plus']);
});
