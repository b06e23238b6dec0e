/** Where compiled Python is kept: beside the store and for the next case, but nothing of a trial's own copy. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from '../cli/unflake.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
  writeFileSync(join(place.subject, 'shop.py'), 'promo = 0\n');
  const text =
    'import unittest, shop\n\nclass Shop(unittest.TestCase):\n    def test_promo(self):\n        self.fail()\n';
  writeFileSync(join(place.subject, 'test_shop.py'), text);
});
afterEach(() => place.remove());

const diagnose = (...flags: readonly string[]) =>
  place.run(['diagnose', 'test_promo', '--runner', 'unittest', '--trials', '2', '--json', ...flags]);

function kept(): readonly string[] {
  const state = join(place.folder, 'state');
  if (!existsSync(state)) return [];
  return readdirSync(state, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.pyc'))
    .sort();
}

test('compiled Python stays beside the store, for the next case', async () => {
  const before = place.tree();
  expect(JSON.parse((await diagnose()).stdout)).toMatchObject({ ok: true });
  expect(kept().filter((file) => file.includes('shop'))).toHaveLength(2);
  expect(place.tree()).toEqual(before);
});

test('of a trial’s own copy nothing is kept', async () => {
  expect(JSON.parse((await diagnose('--isolate-fs')).stdout)).toMatchObject({ ok: true });
  expect(kept()).toEqual([]);
});
