import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callIn } from './in-process.ts';
import { type Answer, Place } from './unflake.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

function fault({ code, stdout, stderr }: Answer) {
  const { ok, error } = JSON.parse(stdout) as { ok: boolean; error: { code: string; message: string } };
  return { exit: code, ok, code: error.code, message: error.message, stderr };
}

const write = (file: string, text: string) => writeFileSync(join(place.subject, file), text);

describe('bad input ends in a fault with its exit code', () => {
  test('an unknown test, with near matches', async () => {
    place.fixture('victim-one', 'node-test');
    const answer = fault(await place.run(['diagnose', 'totals the crat', '--json']));
    expect(answer).toMatchObject({ exit: 4, ok: false, code: 'UNKNOWN_TEST' });
    expect(fault(await place.run(['diagnose', 'prices', '--json'])).message).toContain('2 tests contain `prices`');
  });

  test('no runner', async () => {
    expect(fault(await callIn(place, ['diagnose', 'anything', '--json']))).toMatchObject({
      exit: 5,
      code: 'NO_RUNNER',
    });
  });

  test('two runners', async () => {
    place.fixture('victim-one', 'jest');
    write('package.json', JSON.stringify({ devDependencies: { jest: '30', vitest: '4' } }));
    write('jest.config.js', 'module.exports = {};');
    write('vitest.config.js', 'export default {};');
    const answer = fault(await callIn(place, ['diagnose', 'anything', '--json']));
    expect(answer).toMatchObject({ exit: 6, code: 'SEVERAL_RUNNERS' });
    expect(answer.message).toMatch(/jest.*vitest|vitest.*jest/);
  });

  test('no test is lost where nothing decides between two runners: list lists both', async () => {
    place.fixture('victim-one', 'node-test');
    write('package.json', JSON.stringify({ scripts: { test: 'node --test', legacy: 'mocha' } }));
    write('.mocharc.json', '{}');
    const { stdout, code } = await callIn(place, ['list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# node-test: \d+ tests$/m);
    expect(stdout).toMatch(/^# mocha: 0 tests\n# not collected: .*not installed/m);
  });

  test('packages of which none can list, all named with the command that installs what they lack', async () => {
    place.fixture('victim-one', 'jest');
    write('pnpm-lock.yaml', '');
    write('package.json', JSON.stringify({ devDependencies: { jest: '30' }, scripts: { test: 'pnpm -r test' } }));
    for (const name of ['a', 'b']) {
      mkdirSync(join(place.subject, name));
      write(`${name}/package.json`, JSON.stringify({ scripts: { test: 'jest' } }));
    }
    const answer = fault(await callIn(place, ['list', '--json']));
    expect(answer).toMatchObject({ exit: 8, code: 'RUNNER_NOT_INSTALLED' });
    const lines = answer.message.split('\n');
    expect(lines[1]).toMatch(/^jest in a: .*install it with: pnpm install$/);
    expect(lines[2]).toMatch(/^jest in b: /);
    expect(lines[3]).toBe('for one of them alone: unflake list --root a');
  });

  test('a broken config file, named with its field', async () => {
    place.fixture('victim-one', 'node-test');
    write('unflake.config.json', '{ "budget": { "trials": "many" } }');
    const answer = fault(await callIn(place, ['diagnose', 'totals the cart', '--json']));
    expect(answer).toMatchObject({ exit: 7, code: 'BAD_CONFIG' });
    expect(answer.message).toMatch(/trials/);
    write('unflake.config.json', '{ broken');
    expect(fault(await callIn(place, ['list', '--json']))).toMatchObject({ exit: 7, code: 'BAD_CONFIG' });
  });

  test('a runner that is not installed, with the command that installs it', async () => {
    place.fixture('victim-one', 'jest');
    const answer = fault(await callIn(place, ['diagnose', 'totals the cart', '--runner', 'jest', '--json']));
    expect(answer).toMatchObject({ exit: 8, code: 'RUNNER_NOT_INSTALLED' });
    expect(answer.message).toContain('npm install');
  });

  test.each([['list'], ['diagnose', 'totals the cart']])(
    'a version of a runner that is too old for %s, with those that are accepted and the way on',
    async (...command) => {
      place.fixture('victim-one', 'jest');
      write('package.json', JSON.stringify({ devDependencies: { mocha: '4' } }));
      mkdirSync(join(place.subject, 'node_modules/mocha'), { recursive: true });
      write('node_modules/mocha/package.json', JSON.stringify({ version: '4.1.0', bin: { mocha: './bin/mocha' } }));
      const answer = fault(await callIn(place, [...command, '--runner', 'mocha', '--json']));
      expect(answer).toMatchObject({ exit: 8, code: 'RUNNER_NOT_INSTALLED' });
      expect(answer.message).toMatch(
        /^mocha 4\.1\.0 is installed .* 5\.2 to 12 are accepted.*--runner command -- <command>$/,
      );
    },
  );

  test('a suite that does not collect, with the output of its runner', async () => {
    place.fixture('victim-one', 'node-test');
    write('shop.test.js', "require('node:test'); throw new Error('cannot load the shop');");
    const answer = fault(await callIn(place, ['diagnose', 'totals the cart', '--json']));
    expect(answer).toMatchObject({ exit: 9, code: 'SUITE_DOES_NOT_COLLECT' });
    expect(answer.message).toContain('cannot load the shop');
  });

  test('a store that is not a database', async () => {
    place.fixture('victim-one', 'node-test');
    write('store.db', 'these are not the pages you are looking for, '.repeat(100));
    const answer = fault(await callIn(place, ['cases', '--store', 'store.db', '--json']));
    expect(answer).toMatchObject({ exit: 10, code: 'STORE_UNREADABLE' });
  });

  test('a root that does not exist, and an unknown case', async () => {
    expect(fault(await callIn(place, ['list', '--root', 'nowhere', '--json']))).toMatchObject({
      exit: 16,
      code: 'ROOT_NOT_FOUND',
    });
    expect(fault(await callIn(place, ['report', 'c-nosuch', '--json']))).toMatchObject({
      exit: 13,
      code: 'UNKNOWN_CASE',
    });
  });

  test('a command that cannot be started is not a failing test', async () => {
    const answer = fault(await callIn(place, ['diagnose', '--json', '--runner', 'command', '--', './no-such-program']));
    expect(answer).toMatchObject({ exit: 15, code: 'NOT_EXECUTABLE' });
    // The system hands a file without a program header to a shell, which cannot make sense of it: nothing ran, so nothing failed.
    mkdirSync(join(place.subject, 'bin'));
    write('bin/tests', 'no_such_word_in_any_shell');
    chmodSync(join(place.subject, 'bin/tests'), 0o755);
    const { stdout, code } = await callIn(place, ['diagnose', '--json', '--', './bin/tests']);
    expect({ code, verdict: JSON.parse(stdout).result.verdict }).toEqual({ code: 3, verdict: 'blocked' });
  });

  test('a value out of range and an unknown flag are usage errors that name them', async () => {
    const range = fault(await place.run(['diagnose', 'x', '--trials', '0', '--json']));
    expect(range).toMatchObject({ exit: 2, code: 'INVALID_INPUT' });
    expect(range.message).toContain('trials');
    const flag = await place.run(['diagnose', 'x', '--trails', '5']);
    expect(flag.code).toBe(2);
    expect(flag.stderr).toContain('--trials');
  });
});
