import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brief, show } from '../../src/text/show.ts';
import { holds } from '../properties.ts';

test.each([
  ['text', '"text"'],
  [-0, '-0'],
  [12n, '12n'],
  [undefined, 'undefined'],
  [null, 'null'],
  [Symbol('s'), 'Symbol(s)'],
  [[1, [2]], '[1, [2]]'],
  [{ b: 1, a: 'x', 'odd key': true }, '{"odd key": true, a: "x", b: 1}'],
  [{}, '{}'],
  [new Set(['b', 'a']), 'Set {"a", "b"}'],
  [new Map([['k', [1]]]), 'Map {["k", [1]]}'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [new Date(Number.NaN), 'Invalid Date'],
  [/x+/g, '/x+/g'],
  [new RangeError('far'), 'RangeError: far'],
  [new Uint8Array([1, 2]), 'Uint8Array [1, 2]'],
  [Object.create(null), '{}'],
  [Object.create(Object.create(null)), '{}'],
  [function named() {}, '[function named]'],
])('%o is shown as %s', (value, text) => {
  expect(show(value)).toBe(text);
});

test('an instance is shown with the name of its class', () => {
  class Account {
    balance = 5;
  }
  expect(show(new Account())).toBe('Account {balance: 5}');
});

test('a cycle is marked, and the same object twice is not one', () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  const shared = { x: 1 };
  expect(show(loop)).toBe('{self: [cycle]}');
  expect(show([shared, shared])).toBe('[{x: 1}, {x: 1}]');
});

test('a message gets a brief text, which says how long the whole is', () => {
  expect(brief('abc')).toBe('"abc"');
  expect(brief('x'.repeat(600))).toBe(`"${'x'.repeat(499)}… (602 characters)`);
});

test('equal data gives equal text whatever the order of its keys, and different data different text', () => {
  const data = fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean()));
  holds(
    fc.property(data, data, (one, other) => {
      const reversed = Object.fromEntries(Object.entries(one).reverse());
      expect(show(reversed)).toBe(show(one));
      const equal = JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
      expect(show(one) === show(other)).toBe(equal);
    }),
  );
});
