/** The three scenarios of a layered BATS suite, as people see them: from nothing, with state that can be used, and with state that cannot. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Place } from './unflake.ts';

const SUITE = fileURLToPath(new URL('../../../../fixtures/env-suite', import.meta.url));
const LIBRARY = fileURLToPath(new URL('../../helpers/bats/load.bash', import.meta.url));

/** Without environments that somebody who tried the fixture has left in it. */
function copySuite(): void {
  cpSync(SUITE, join(place.subject, 'test'), { recursive: true, filter: (path) => !path.endsWith('/.envs') });
}

let place: Place;
beforeAll(() => {
  place = new Place();
  copySuite();
});
afterAll(() => place.remove());

/** Durations become dots of no particular number; how long things took is not the point. */
async function transcript(...steps: readonly string[]): Promise<string> {
  const { stdout, stderr, code } = await place.run(['env', 'run', ...steps], {
    UNFLAKE_HELPERS: LIBRARY,
    ALMANAC_LINES: '100',
  });
  expect(code, stdout).toBe(0);
  return `${stderr}${stdout}`
    .replace(/,? ?(?:· )?about [\d.]+ s (?:left|by the last times)/g, '')
    .replace(/, [\d.]+ s last time/g, '')
    .replace(/ +[\d.]+ m?s$/gm, ' …')
    .replace(/^plan.*\n/gm, '')
    .replace(/^copy.*\n/gm, '');
}

// One after the other: each scenario is what the one before it has left.
test('clean run, reuse, pollution', async () => {
  expect(await transcript('01-meta')).toMatchInlineSnapshot(`
    "run        foundation in foundation, which others need
    passed     foundation · 3 tests …
    run        00-validate in sequential, which others need
    passed     00-validate · 2 tests …
    run        01-meta in sequential
    passed     01-meta · 2 tests …

    passed  3 steps passed, foundation built once, …
    "
  `);
  expect(await transcript('02-build')).toMatchInlineSnapshot(`
    "run        02-build in sequential
    passed     02-build · 2 tests …

    passed  1 step passed, foundation not needed, …
    "
  `);
  expect(await transcript('00-validate')).toMatchInlineSnapshot(`
    "clean      sequential: 01-meta has run there, and runs after 00-validate
    run        00-validate in sequential
    passed     00-validate · 2 tests …

    passed  1 step passed, foundation reused, rebuilt: sequential (dirty), …
    "
  `);
});
