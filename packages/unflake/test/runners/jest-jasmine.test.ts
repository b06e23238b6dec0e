/** jest-jasmine2 in its newest version: what it does in its own way. The oldest keeps the contract of runners. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { jest } from '../../src/runners/jest.ts';
import { openProject } from '../contract/runner-arm.ts';
import { told, writeFiles } from './small-project.ts';

const OWN = `
const log = [];
const say = (word) => () => { log.push(word); };
beforeAll(say('file'));
describe('one', () => {
  beforeAll(say('one'));
  beforeEach(say('each'));
  test('a', say('a'));
  test('b', say('b'));
});
test.concurrent('beside', async () => { log.push('beside'); });
test.todo('to be written');
xdescribe('left out', () => { test('inside', () => {}); });
test('forgets its assertions', () => { expect.assertions(1); });
test('throws nothing', () => { throw undefined; });
test('keeps', () => expect('value').toMatchInlineSnapshot('"value"'));
test('is too slow', () => new Promise(() => {}), 20);
test('calls back', (done) => { setImmediate(done); });
describe('around', () => {
  afterEach(() => { throw new Error('broken afterEach'); });
  afterAll(() => { throw new Error('broken afterAll'); });
  test('breaks', () => {});
});
test('tells', () => { throw new Error(log.splice(0).join(' ')); });
`;

const ONLY = "test('waits', () => {});\ndescribe('some', () => { test.only('goes', () => {}); });\n";

async function jasmineProject(folder: string) {
  const tools = await npmTools({ jest: '30.5.2', 'jest-jasmine2': '30.5.2' });
  await writeFiles(folder, {
    'package.json': JSON.stringify({ jest: { testRunner: 'jest-jasmine2' } }),
    'only.test.js': ONLY,
    'own.test.js': OWN,
  });
  await symlink(join(tools, 'node_modules'), join(folder, 'node_modules'));
  return { program: [process.execPath, join(folder, 'node_modules/jest/bin/jest.js')] as const, suite: [] };
}

test('jest-jasmine2 lists without running, opens blocks again, repeats, and says what broke', async () => {
  const opened = await openProject(jest, jasmineProject);
  try {
    const { tests, problems } = await opened.list();
    expect(problems).toEqual([]);
    expect(tests.map((id) => id.replace(/^own\.test\.js > /, ''))).toEqual([
      ...['only.test.js > waits', 'only.test.js > some > goes'],
      ...['one > a', 'one > b', 'beside', 'to be written', 'left out > inside'],
      ...['forgets its assertions', 'throws nothing', 'keeps', 'is too slow', 'calls back', 'around > breaks', 'tells'],
    ]);

    const named = (title: string) => tests.find((id) => id.endsWith(`> ${title}`))!;
    const apart = ['waits', 'goes', 'one > b', 'beside', 'one > a', 'keeps', 'tells'].map(named);
    const report = await opened.run(apart, { repeat: 2 });
    const ofOwn = ['passed b', 'passed beside', 'passed a', 'passed keeps', 'failed tells'];
    // Jest goes through the files one after the other.
    expect(told(report)).toEqual([
      ...['skipped waits', 'passed goes', 'skipped waits', 'passed goes'],
      ...ofOwn,
      ...ofOwn,
    ]);
    const said = report.observations.flatMap(({ message }) => message?.split('\n')[0] ?? []);
    expect(said).toEqual(Array.from({ length: 2 }, () => 'Error: file one each b beside one each a'));
    expect(report.problems).toEqual([]);

    const rest = await opened.run(tests.filter((id) => id.startsWith('own') && !apart.includes(id)));
    expect(told(rest)).toEqual([
      ...['skipped to be written', 'skipped inside', 'failed forgets its assertions', 'failed throws nothing'],
      ...['failed is too slow', 'passed calls back', 'errored breaks'],
    ]);
    expect(rest.problems).toEqual([expect.stringMatching(/^afterAll broke: Error: broken afterAll\n/)]);
  } finally {
    await opened.close();
  }
});
