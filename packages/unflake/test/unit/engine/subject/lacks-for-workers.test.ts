import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testId } from '../../../../src/contract/test-id.ts';
import { lacksForWorkers, withWorkersOf } from '../../../../src/engine/subject/lacks-for-workers.ts';
import { openWorkspace, type TrialWorkspace } from '../../../../src/engine/trial-workspace.ts';
import { RUNNERS } from '../../../../src/runners/index.ts';
import { jest } from '../../../../src/runners/jest.ts';
import { mocha } from '../../../../src/runners/mocha.ts';
import { pytest } from '../../../../src/runners/pytest.ts';
import { scriptRunner } from '../sample-trial.ts';

let folder: string;
let workspace: TrialWorkspace;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workers-'));
  workspace = openWorkspace({ env: process.env, place: join(folder, 'runs') });
});
afterEach(async () => {
  await workspace.close();
  rmSync(folder, { recursive: true });
});

const needing = (status: number) => {
  const adapter = scriptRunner(() => '');
  const workers = { check: ['-c', `exit ${status}`], needs: 'a plugin', install: 'install it' };
  return { ...adapter, program: { ...adapter.program, workers } };
};

test('a runner whose plugin for workers is absent names it, with the command that installs it', async () => {
  const lacking = await lacksForWorkers({ adapter: needing(1), folder }, ['sh'], workspace);
  expect(lacking).toEqual({ why: 'a plugin is not installed', enable: 'install it' });
  expect(await lacksForWorkers({ adapter: needing(0), folder }, ['sh'], workspace)).toBeNull();
});

test('a version that has no workers yet names the first that has', async () => {
  const install = (version: string) => {
    mkdirSync(join(folder, 'node_modules/mocha'), { recursive: true });
    const manifest = JSON.stringify({ version, bin: { mocha: 'bin/mocha' } });
    writeFileSync(join(folder, 'node_modules/mocha/package.json'), manifest);
  };
  install('7.2.0');
  const lacking = await lacksForWorkers({ adapter: mocha, folder }, ['node'], workspace);
  expect(lacking).toEqual({ why: 'Mocha 8 or later is not installed', enable: 'npm install --save-dev mocha@12' });
  install('8.0.0');
  expect(await lacksForWorkers({ adapter: mocha, folder }, ['node'], workspace)).toBeNull();
});

test('pytest without pytest-xdist can run neither on several workers nor in parallel', () => {
  const lacking = { why: 'pytest-xdist is not installed', enable: 'python3 -m pip install pytest-xdist' };
  const { can, withoutWorkers } = withWorkersOf(pytest, [testId('a.py::t')], folder, lacking);
  expect(can).toMatchObject({ workers: false, parallel: false });
  expect(withoutWorkers).toEqual(lacking);
  expect(withWorkersOf(pytest, [testId('a.py::t')], folder, null).can.workers).toBe(true);
});

const [one, two] = [testId('a.js > t'), testId('b.js > t')];

test('workers that take whole files cannot divide a single one', () => {
  expect(withWorkersOf(mocha, [one, two], folder, null).can.workers).toBe(true);
  const { can, withoutWorkers } = withWorkersOf(mocha, [one], folder, null);
  expect(can.workers).toBe(false);
  expect(withoutWorkers?.why).toBe('all tests are in one file, which mocha runs one test after another');
});

test('a single file with concurrent tests does run in parallel, by its own code or by the configuration', () => {
  writeFileSync(join(folder, 'a.js'), 'test("t", () => {})');
  expect(withWorkersOf(jest, [one], folder, null).can.parallel).toBe(false);
  writeFileSync(join(folder, 'a.js'), 'test.concurrent("t", () => {})');
  expect(withWorkersOf(jest, [one], folder, null).can.parallel).toBe(true);
  writeFileSync(join(folder, 'a.js'), 'test("t", () => {})');
  writeFileSync(join(folder, 'vitest.config.ts'), 'export default { test: { sequence: { concurrent: true } } }');
  expect(withWorkersOf(jest, [one], folder, null).can.parallel).toBe(true);
});

test('a single Go package runs in parallel only where a test of it asks for that', () => {
  const goTest = RUNNERS.find(({ name }) => name === 'go-test')!;
  mkdirSync(join(folder, 'shop'));
  writeFileSync(join(folder, 'shop', 'a_test.go'), 'func TestA(t *testing.T) {}');
  const tests = [testId('shop::TestA')];
  expect(withWorkersOf(goTest, tests, folder, null).can.workers).toBe(false);
  writeFileSync(join(folder, 'shop', 'a_test.go'), 'func TestA(t *testing.T) { t.Parallel() }');
  expect(withWorkersOf(goTest, tests, folder, null).can.workers).toBe(true);
});
