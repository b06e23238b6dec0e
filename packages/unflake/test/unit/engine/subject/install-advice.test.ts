/** The advice to a project uses its own package manager. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installAdvice } from '../../../../src/engine/subject/install-advice.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unflake-advice-'));
  folder = join(root, 'packages', 'a');
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

test.each([
  ['yarn.lock', 'npm install --save-dev jest', 'yarn add --dev jest'],
  ['pnpm-lock.yaml', 'npm install --save-dev mocha@12', 'pnpm add --save-dev mocha@12'],
  ['package-lock.json', 'npm install --save-dev jest', 'npm install --save-dev jest'],
  ['poetry.lock', 'python3 -m pip install pytest-xdist', 'poetry add --group dev pytest-xdist'],
  ['uv.lock', 'python3 -m pip install pytest', 'uv add --dev pytest'],
  ['Gemfile', 'gem install minitest', 'bundle add minitest'],
  ['yarn.lock', 'python3 -m pip install pytest', 'python3 -m pip install pytest'],
  ['yarn.lock', 'apt-get install bats', 'apt-get install bats'],
])('with %s, `%s` is `%s`', (sign, install, expected) => {
  writeFileSync(join(root, sign), '');
  expect(installAdvice(install, folder)).toBe(expected);
});

test.each([
  ['pnpm@10.1.0', 'pnpm add --save-dev jest'],
  ['yarn@4.1.0+sha224.953c', 'yarn add --dev jest'],
  ['npm@10.0.0', 'npm install --save-dev jest'],
])('with "packageManager": %j it is `%s`', (packageManager, expected) => {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ packageManager }));
  expect(installAdvice('npm install --save-dev jest', folder)).toBe(expected);
});

test('what the project depends on is installed with all others', () => {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ devDependencies: { jest: '30' } }));
  expect(installAdvice('npm install --save-dev jest', folder)).toBe('npm install');
  expect(installAdvice('npm install --save-dev jest@29', folder)).toBe('npm install --save-dev jest@29');
  writeFileSync(join(root, 'pnpm-lock.yaml'), '');
  expect(installAdvice('npm install --save-dev jest', folder)).toBe('pnpm install');
});

test('the nearest file counts', () => {
  writeFileSync(join(root, 'yarn.lock'), '');
  writeFileSync(join(folder, 'pnpm-lock.yaml'), '');
  expect(installAdvice('npm install --save-dev jest', folder)).toBe('pnpm add --save-dev jest');
});
