/** A rule that was renamed is known by its old name for one release, in comments and in the config file, and a note says so. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from './unflake.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

function write(file: string, text: string): void {
  mkdirSync(dirname(join(place.subject, file)), { recursive: true });
  writeFileSync(join(place.subject, file), text);
}

const NOTE = /^note +the rule unseeded-dice is called unseeded-random now; the old name is accepted for one release$/m;

test('a comment with the old name allows the finding', async () => {
  write('app.py', 'import random\nrandom.random()  # unflake-allow unseeded-dice: it is about chance\n');
  const { code, stdout, stderr } = await place.run(['scan', '--fail-on', 'note']);
  expect(stdout).toBe('nothing found in 1 file, 2 lines\n');
  expect(stderr).toMatch(NOTE);
  expect(code).toBe(0);
});

test('a setting with the old name silences the rule', async () => {
  write('app.py', 'import random\nrandom.random()\n');
  write('unflake.config.json', JSON.stringify({ scan: { rules: { 'unseeded-dice': 'off' } } }));
  const { code, stdout, stderr } = await place.run(['scan', '--fail-on', 'note']);
  expect(stdout).toBe('nothing found in 1 file, 2 lines\n');
  expect(stderr).toMatch(NOTE);
  expect(code).toBe(0);
});

test('with the name of today there is no note', async () => {
  write('app.py', 'import random\nrandom.random()  # unflake-allow unseeded-random: it is about chance\n');
  expect((await place.run(['scan'])).stderr).toBe('');
});
