/** What people paste names the test at the command line, too; and what we print can be pasted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { diagnosisOf, Place } from './unflake.ts';

/** For one trial a faster launcher would cost more than it earns. */
const ONE_TRIAL = ['--trials', '1', '--launcher', 'cold', '--json', '--quiet'];

describe('a suite under node:test', () => {
  const place = new Place().fixture('victim-one', 'node-test');
  afterAll(() => place.remove());
  const lineOf = (text: string) =>
    readFileSync(join(place.subject, 'shop.test.js'), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1;

  test.each([
    ['a line of its output', () => 'not ok 7 - totals the cart'],
    ['a line of its file', () => `./shop.test.js:${lineOf('shop.total(')}`],
    ['its id from the folder above', () => 'subject/shop.test.js > totals the cart'],
  ])('finds its test by %s', async (_, text) => {
    const answer = await place.run(['diagnose', text(), ...ONE_TRIAL]);
    expect(diagnosisOf(answer).test).toBe('shop.test.js > totals the cart');
    expect(answer.code).toBe(3);
  });

  test('several tests are listed, with a command that a shell can take', async () => {
    const { code, stdout, stderr } = await place.run(['diagnose', 'shop.test.js', '--seed', '3', '--quiet']);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(
      /^unflake diagnose: `shop.test.js` contains 9 tests; name one of them:\n {2}│ shop\.test\.js > /,
    );
    expect(stderr).toContain("unflake diagnose 'shop.test.js > lists the products' --seed 3 --quiet\n");
  });

  test('every line of `unflake list` names its test', async () => {
    const listed = (await place.run(['list'])).stdout.split('\n').filter((line) => line !== '');
    expect(listed).toHaveLength(9);
    const answer = await place.run(['diagnose', listed[4]!, ...ONE_TRIAL]);
    expect(diagnosisOf(answer).test).toBe(listed[4]);
  });

  test('a pasted line that begins with dashes is not a flag', async () => {
    const answer = await place.run(['diagnose', '--- FAIL: TestTotal (0.00s)', '--quiet']);
    expect(answer).toMatchObject({ code: 4, stderr: expect.stringContaining('no test is named `--- FAIL') });
  });
});
