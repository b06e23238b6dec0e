/** A failure on a commit that changes nothing the test reaches is evidence, through the command line; in doubt nothing is said. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callIn } from './in-process.ts';
import { Place } from './unflake.ts';

let place: Place;
let commits = 0;
beforeEach(async () => {
  place = new Place();
  commits = 0;
  git('init', '-q', '-b', 'main');
  for (const name of ['cart', 'mail']) {
    put(`src/${name}.js`, `exports.${name} = (count) => {\n  return count + 1;\n};\n`);
    put(
      `test/${name}.test.js`,
      `const { test } = require('node:test');\nconst { ${name} } = require('../src/${name}.js');\ntest('${name} counts', () => {\n  ${name}(1);\n});\n`,
    );
  }
  put('data.json', '{}\n');
  commit();
  await ingest({ cart: true, mail: true });
  expect((await callIn(place, ['index'])).code).toBe(0);
});
afterEach(() => place.remove());

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: place.subject, encoding: 'utf8' });
const put = (name: string, text: string): void => {
  mkdirSync(dirname(join(place.subject, name)), { recursive: true });
  writeFileSync(join(place.subject, name), text);
};
const commit = (): void => {
  git('add', '-A', '--', 'src', 'test', '*.json');
  commits += 1;
  git('commit', '-qm', `commit ${commits}`);
};

/** The report is written into the checkout, as CI does, and no commit has it. */
async function ingest(passes: Readonly<Record<string, boolean>>, ...more: string[]): Promise<void> {
  const cases = Object.entries(passes).map(
    ([name, passed]) =>
      `<testcase classname="test/${name}.test.js" name="${name} counts" time="0.1">${passed ? '' : '<failure message="late"/>'}</testcase>`,
  );
  put('report.xml', `<testsuites><testsuite name="s">${cases.join('')}</testsuite></testsuites>`);
  const at = new Date(Date.UTC(2026, 2, commits)).toISOString();
  const { code, stderr } = await callIn(place, ['ingest', 'report.xml', '--run', `${commits}`, '--at', at, ...more]);
  expect(code, stderr).toBe(0);
}

async function evidence(name: string, ...more: string[]): Promise<Readonly<Record<string, number>>> {
  const { stdout } = await callIn(place, ['history', `${name} counts`, '--json', ...more]);
  return JSON.parse(stdout).result.test.evidence;
}

test('it counts for the test that the commit cannot reach, and for no other', async () => {
  put('src/mail.js', 'exports.mail = (count) => {\n  return count + 2;\n};\n');
  commit();
  await ingest({ cart: false, mail: false });
  expect(await evidence('cart')).toEqual({ 'same-commit': 0, undone: 0, unreachable: 1, break: 0 });
  expect(await evidence('mail')).toEqual({ 'same-commit': 0, undone: 0, unreachable: 0, break: 1 });
  const { stdout } = await callIn(place, ['history', 'cart counts']);
  expect(stdout).toContain('failed on a commit that changes nothing it reaches');
});

test('the index is found also when the results go into another store', async () => {
  const store = ['--store', join(place.folder, 'other.db')];
  put('src/mail.js', 'exports.mail = (count) => {\n  return count + 2;\n};\n');
  commit();
  await ingest({ cart: false, mail: true }, ...store);
  expect(await evidence('cart', ...store)).toMatchObject({ unreachable: 1 });
});

test.each<readonly [why: string, change: () => void]>([
  ['a file is gone', () => rmSync(join(place.subject, 'src/mail.js'))],
  ['a file moved', () => git('mv', 'src/mail.js', 'src/post.js')],
  ['data changed', () => put('data.json', '{"a": 1}\n')],
])('nothing is said where %s', async (_why, change) => {
  change();
  commit();
  await ingest({ cart: false });
  expect(await evidence('cart')).toMatchObject({ unreachable: 0 });
});

test('nothing is said where the checkout is not what was tested', async () => {
  put('src/mail.js', 'exports.mail = (count) => {\n  return count + 2;\n};\n');
  commit();
  put('src/cart.js', 'exports.cart = () => {\n  throw new Error();\n};\n');
  await ingest({ cart: false });
  expect(await evidence('cart')).toMatchObject({ unreachable: 0 });
});
