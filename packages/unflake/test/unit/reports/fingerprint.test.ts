import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../../src/reports/fingerprint.ts';

const ROOT = '/home/somebody/shop';
const failure = {
  type: 'AssertionError',
  message: 'expected 3 items, got 4',
  stack: `AssertionError: expected 3 items, got 4
    at total (file:///home/somebody/shop/src/cart.js:12:7)
    at TestContext.<anonymous> (/home/somebody/shop/test/cart.test.js:30:3)
    at Test.runInAsyncScope (node:async_hooks:206:9)`,
};

describe('fingerprint', () => {
  test('is short and the same each time', () => {
    expect(fingerprint(failure, ROOT)).toMatch(/^f-[0-9a-z]{5}-[0-9a-z]{5}-[0-9a-z]{5}$/);
    expect(fingerprint(failure, ROOT)).toBe(fingerprint({ ...failure }, ROOT));
  });

  test('is the same for a copy of the project elsewhere', () => {
    const copy = '/tmp/unflake-x1/copy-9';
    const moved = { ...failure, stack: failure.stack.replaceAll(ROOT, copy) };
    expect(fingerprint(moved, copy)).toBe(fingerprint(failure, ROOT));
  });

  test('does not depend on lines, on numbers in the message, or on frames outside the project', () => {
    const other = {
      ...failure,
      message: 'expected 3 items, got 17',
      stack: `${failure.stack.replace(':12:7', ':14:2')}\n    at run (${ROOT}/node_modules/x/y.js:1:1)\n    at z (/usr/lib/q.js:1:1)`,
    };
    expect(fingerprint(other, ROOT)).toBe(fingerprint(failure, ROOT));
  });

  test.each([
    ['another message', { ...failure, message: 'expected a list' }],
    ['another type', { ...failure, type: 'TypeError' }],
    ['another place', { ...failure, stack: failure.stack.replace('src/cart.js', 'src/price.js') }],
    ['another function', { ...failure, stack: failure.stack.replace('at total', 'at sum') }],
  ])('differs for %s', (_what, other) => {
    expect(fingerprint(other, ROOT)).not.toBe(fingerprint(failure, ROOT));
  });

  test('distinguishes messages by their words', () => {
    const words = fc.stringMatching(/^[g-z]{3,12}( [g-z]{3,12}){0,4}$/);
    fc.assert(
      fc.property(words, words, (a, b) => {
        expect(fingerprint({ message: a }, ROOT) === fingerprint({ message: b }, ROOT)).toBe(a === b);
      }),
    );
  });
});
