import { expect, test } from 'vitest';
import { rank } from '../../../src/scan/index/rank.ts';

test('the nearer a name is to the query, the higher it stands', () => {
  const names = ['open', 'Open', 'openStore', 'store_open', 'reopened', 'close'];
  const scores = names.map((name) => rank('open', name));
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(scores).size).toBe(names.length);
  expect(scores.at(-1)).toBe(0);
});

test('words match in any spelling, and a part of the path counts', () => {
  expect(rank('new in memory', 'newInMemory')).toBeGreaterThan(0);
  expect(rank('new in memory', 'new_in_memory')).toBe(rank('new in memory', 'new-in-memory'));
  expect(rank('store open', 'open', 'Store.open')).toBeGreaterThan(0);
  expect(rank('Store.open', 'open', 'Store.open')).toBe(100);
});
