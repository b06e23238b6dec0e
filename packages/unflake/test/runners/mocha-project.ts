/** The project that Mocha keeps the contract of runners with. */
import { readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { mocha } from '../../src/runners/mocha.ts';
import type { Age, RunnerArm, RunnerFixture } from '../contract/runner.ts';
import { writeFiles } from './small-project.ts';

const ASSERT = "const assert = require('node:assert');";

const ODD = String.raw`
describe('brackets [1] (two) {3}', () => {
  it('it\'s "quoted" and \`ticked\`', () => {});
  for (const [n, text] of [[1, 'a b'], [2, 'ü']]) it('adds ' + n + ' to ' + text, () => {});
});
describe('a > b', () => { it('back\\slash \\# > done $^.*+?|', () => {}); });
describe('twice', () => { it('same name', () => {}); });
describe('twice', () => {
  it('same name', () => {});
  it('same name', () => {});
});
describe('snowman ☃', () => {
  it('日本語 🎉', () => {});
  it('line\nbreak and  two spaces ', () => {});
});
`;

const ODD_TITLES = [
  `brackets [1] (two) {3} > it's "quoted" and \`ticked\``,
  'brackets [1] (two) {3} > adds 1 to a b',
  'brackets [1] (two) {3} > adds 2 to ü',
  String.raw`a \> b > back\\slash \\# \> done $^.*+?|`,
  'twice > same name',
  String.raw`twice > same name\#2`,
  String.raw`twice > same name\#3`,
  'snowman ☃ > 日本語 🎉',
  String.raw`snowman ☃ > line\nbreak and  two spaces `,
];

const FILES = {
  'package.json': '{ "name": "subject", "private": true, "scripts": { "test": "mocha --recursive spec" } }',
  '.mocharc.json': '{ "retries": 2, "bail": true }',
  'spec/odd names.spec.js': ODD,
  'spec/ends.spec.js': `
describe('ends', function () {
  this.timeout(0);
  it('exits with seven', () => { process.exit(7); });
  it('exits with zero', () => { process.exit(0); });
  it('kills itself', () => { process.kill(process.pid, 'SIGKILL'); });
  it('hangs', () => new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1)));
});`,
  'spec/order.spec.js': `${ASSERT}
let polluted = false;
let runs = 0;
describe('order', () => {
  it('victim', () => assert.equal(polluted, false));
  it('polluter', () => { polluted = true; });
  it('self-polluter', function () {
    assert.equal(this.seen, undefined);
    this.seen = true;
    runs += 1;
    assert.equal(runs, 1);
  });
});`,
  'spec/retried.spec.js': `${ASSERT}
describe('retried', function () {
  this.retries(2);
  let tries = 0;
  it('passes at the second try', function () { this.retries(3); tries += 1; assert.equal(tries, 2); });
});`,
  'spec/roles.spec.js': `${ASSERT}
describe('roles', () => {
  it('passes', () => {});
  it('fails', () => assert.equal('what came', 'what was expected'));
  it.skip('skips', () => assert.equal(1, 2));
  describe('broken set-up', () => {
    beforeEach(() => { throw new Error('no database'); });
    it('errors', () => {});
  });
});`,
};

/** Its name has changed over time. */
export function mochaScript(tools: string): string {
  const place = join(tools, 'node_modules/mocha');
  const { bin } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { bin: { mocha: string } };
  return join(place, bin.mocha);
}

export const mochaArm = (version: string, age: Age): RunnerArm => ({
  name: `mocha ${version}`,
  adapter: mocha,
  age,
  retries: 'forced off',
  fixture: async (folder) => writeMochaProject(folder, await npmTools({ mocha: version })),
});

async function writeMochaProject(folder: string, tools: string): Promise<RunnerFixture> {
  await writeFiles(folder, FILES);
  await symlink(join(tools, 'node_modules'), join(folder, 'node_modules'));
  const odd = ODD_TITLES.map((title) => `spec/odd names.spec.js > ${title}`);
  const ids = {
    exitsSeven: 'spec/ends.spec.js > ends > exits with seven',
    exitsZero: 'spec/ends.spec.js > ends > exits with zero',
    killsItself: 'spec/ends.spec.js > ends > kills itself',
    hangs: 'spec/ends.spec.js > ends > hangs',
    victim: 'spec/order.spec.js > order > victim',
    polluter: 'spec/order.spec.js > order > polluter',
    selfPolluter: 'spec/order.spec.js > order > self-polluter',
    retried: 'spec/retried.spec.js > retried > passes at the second try',
    passes: 'spec/roles.spec.js > roles > passes',
    fails: 'spec/roles.spec.js > roles > fails',
    skips: 'spec/roles.spec.js > roles > skips',
    errors: 'spec/roles.spec.js > roles > broken set-up > errors',
  };
  return {
    program: [process.execPath, mochaScript(tools)],
    suite: [
      ...[ids.exitsSeven, ids.exitsZero, ids.killsItself, ids.hangs],
      ...odd,
      ...[ids.victim, ids.polluter, ids.selfPolluter],
      ids.retried,
      ...[ids.passes, ids.fails, ids.skips, ids.errors],
    ],
    odd,
    ...ids,
  };
}
