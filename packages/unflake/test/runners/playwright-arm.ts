/** The project with which Playwright Test, in any version, keeps the contract of runners. No test of it needs a browser. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { playwright } from '../../src/runners/playwright.ts';
import type { Age, RunnerArm } from '../contract/runner.ts';
import { writeFiles } from './small-project.ts';

const IMPORTS = "const { test, expect } = require('@playwright/test');\n";

const ODD = String.raw`
test.describe('brackets [1] (two) {3}', () => {
  test('it\'s "quoted" and \`ticked\`', () => {});
  for (const name of ['a b', 'ü']) test('adds ' + name, () => {});
});
test.describe('a > b', () => { test('back\\slash \\# > done $^.*+?|', () => {}); });
test.describe(() => { test('in a block without a title', () => {}); });
test('snowman ☃ 日本語 🎉', () => {});
test('tagged @slow', () => {});
test('line\nbreak and  two spaces ', () => {});
`;

const ODD_TITLES = [
  `brackets [1] (two) {3} > it's "quoted" and \`ticked\``,
  'brackets [1] (two) {3} > adds a b',
  'brackets [1] (two) {3} > adds ü',
  String.raw`a \> b > back\\slash \\# \> done $^.*+?|`,
  'in a block without a title',
  'snowman ☃ 日本語 🎉',
  'tagged @slow',
  String.raw`line\nbreak and  two spaces `,
];

const ROLES = `
test('passes', () => { expect(1).toBe(1); });
test('fails', () => { expect('what came').toBe('what was expected'); });
test.skip('skips', () => { expect(1).toBe(2); });
test.describe('broken set-up', () => {
  test.beforeEach(() => { throw new Error('no database'); });
  test('errors', () => {});
});
`;

const RETRIED = `
test.describe(() => {
  test.describe.configure({ retries: 2 });
  test('passes at the second try', ({}, info) => { expect(info.retry).toBe(1); });
});
`;

const ORDER = `
let polluted = false;
let runs = 0;
test('victim', () => { expect(polluted).toBe(false); });
test('polluter', () => { polluted = true; });
test('self-polluter', () => { runs += 1; expect(runs).toBe(1); });
`;

const ENDS = `
test.setTimeout(0);
test('exits with seven', () => { process.exit(7); });
test('exits with zero', () => { process.exit(0); });
test('kills itself', () => { process.kill(process.pid, 'SIGKILL'); });
test('hangs', () => new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1)));
`;

const inFile = (file: string, ...titles: readonly string[]) => titles.map((title) => `tests/${file} > ${title}`);

export const playwrightArm = (version: string, age: Age): RunnerArm => ({
  name: `playwright ${version}`,
  adapter: playwright,
  age,
  retries: 'forced off',
  crashes: 'apart',
  fixture: async (folder) => {
    const tools = await npmTools({ '@playwright/test': version });
    await writeFiles(folder, {
      'package.json': '{ "name": "subject", "private": true }',
      'playwright.config.js': "module.exports = { testDir: 'tests', retries: 2, fullyParallel: true };",
      'tests/odd names (1).spec.js': IMPORTS + ODD,
      'tests/roles.spec.js': IMPORTS + ROLES,
      'tests/retried.spec.js': IMPORTS + RETRIED,
      'tests/order.spec.js': IMPORTS + ORDER,
      'tests/ends.spec.js': IMPORTS + ENDS,
    });
    await symlink(join(tools, 'node_modules'), join(folder, 'node_modules'));
    const ends = inFile('ends.spec.js', 'exits with seven', 'exits with zero', 'kills itself', 'hangs');
    const odd = inFile('odd names (1).spec.js', ...ODD_TITLES);
    const order = inFile('order.spec.js', 'victim', 'polluter', 'self-polluter');
    const retried = inFile('retried.spec.js', 'passes at the second try');
    const roles = inFile('roles.spec.js', 'passes', 'fails', 'skips', 'broken set-up > errors');
    return {
      program: [process.execPath, join(tools, 'node_modules/@playwright/test/cli.js')],
      suite: [...ends, ...odd, ...order, ...retried, ...roles],
      odd,
      exitsSeven: ends[0]!,
      exitsZero: ends[1]!,
      killsItself: ends[2]!,
      hangs: ends[3]!,
      victim: order[0]!,
      polluter: order[1]!,
      selfPolluter: order[2]!,
      retried: retried[0]!,
      passes: roles[0]!,
      fails: roles[1]!,
      skips: roles[2]!,
      errors: roles[3]!,
    };
  },
});
