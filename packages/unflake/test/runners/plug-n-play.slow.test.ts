/** A project whose packages Yarn keeps in archives: there is no node_modules. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { diagnosisOf, Place } from '../cli/unflake.ts';
import { writeFiles } from './small-project.ts';

const TESTS = `
const assert = require('node:assert');
let full = false;
describe('tea', () => {
  it('is poured', () => { full = true; });
  it('is served in an empty cup', () => assert.equal(full, false));
});
`;

let place: Place;
beforeAll(async () => {
  place = new Place();
  const tools = await npmTools({ '@yarnpkg/cli-dist': '4.18.1' });
  await writeFiles(place.subject, {
    'package.json': JSON.stringify({ scripts: { test: 'mocha' }, devDependencies: { mocha: '11.8.0' } }),
    '.yarnrc.yml': `nodeLinker: pnp\nenableTelemetry: false\nglobalFolder: ${join(tools, 'yarn')}\n`,
    'yarn.lock': '',
    'test/tea.js': TESTS,
  });
  const yarn = join(tools, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js');
  const env = { ...process.env, CI: '', YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' };
  await promisify(execFile)(process.execPath, [yarn, 'install'], { cwd: place.subject, env });
});
afterAll(() => place.remove());

test("its tests are listed, and diagnosed, with Yarn's file in front of every process", async () => {
  expect(await place.run(['list', '--quiet'])).toMatchObject({
    code: 0,
    stdout: 'test/tea.js > tea > is poured\ntest/tea.js > tea > is served in an empty cup\n',
  });
  const answer = diagnosisOf(await place.run(['diagnose', 'is served in an empty cup', '--json', '--quiet']));
  expect(answer).toMatchObject({ verdict: 'isolated', polluters: [['test/tea.js > tea > is poured']] });
});

test("a missing package is reported with Yarn's message", async () => {
  const { stderr } = await place.run(['list', '--runner', 'jest', '--quiet']);
  expect(stderr).toContain('yarn add --dev jest');
});
