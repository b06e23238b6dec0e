/** A case that an earlier build stored, with the names of that time, is reported, replayed and resumed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/sqlite/driver.ts';
import { defaultStorePath } from '../../src/store/default-store-path.ts';
import { pack, unpack } from '../../src/store/packed.ts';
import { callIn } from './in-process.ts';
import { diagnosisOf, Place } from './unflake.ts';

const EARLIER: readonly (readonly [current: string, earlier: string])[] = [
  ['"protocol":"fixed"', '"protocol":"seed"'],
  ['"fixedProtocol":', '"seedProtocol":'],
];

let place: Place;
beforeEach(() => {
  place = new Place().fixture('broken', 'node-test');
});
afterEach(() => place.remove());

/** Writes the names of an earlier build into the stored case, and returns those that it had. */
function makeEarlier(caseId: string): readonly string[] {
  const database = openDatabase(defaultStorePath(place.subject, place.variables));
  try {
    const row = database.prepare('SELECT options, closing FROM cases WHERE id = ?').get(caseId) as {
      options: string;
      closing: Uint8Array;
    };
    const texts = [row.options, JSON.stringify(unpack(row.closing))];
    const found = EARLIER.filter(([current]) => texts.some((text) => text.includes(current)));
    const [options, closing] = texts.map((text) =>
      EARLIER.reduce((earlier, [current, name]) => earlier.replaceAll(current, name), text),
    );
    database
      .prepare('UPDATE cases SET options = ?, closing = ? WHERE id = ?')
      .run(options!, pack(JSON.parse(closing!)), caseId);
    return found.map(([, earlier]) => earlier);
  } finally {
    database.close();
  }
}

test('a case of the fixed protocol is read under its earlier names', async () => {
  const diagnosis = diagnosisOf(await place.run(['diagnose', 'adds the tax', '--json', '--protocol', 'fixed']));
  const report = ['report', diagnosis.caseId, '--json'];
  const { result } = JSON.parse((await callIn(place, report)).stdout);
  expect(makeEarlier(diagnosis.caseId)).toEqual(['"protocol":"seed"', '"seedProtocol":']);

  expect(JSON.parse((await callIn(place, report)).stdout).result).toEqual(result);
  const replayed = await place.run(['replay', diagnosis.caseId, '--json']);
  expect(JSON.parse(replayed.stdout).result).toMatchObject({ recorded: 'failed', seen: ['failed'] });
  const resumed = diagnosisOf(await place.run(['diagnose', '--resume', diagnosis.caseId, '--json']));
  // Every trial was recorded, so a resumed case runs none again.
  expect(resumed).toMatchObject({ verdict: 'broken', cost: { trials: 20 } });
});
