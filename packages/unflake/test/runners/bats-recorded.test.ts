/** Tests of BATS from a recorded command: the same outcomes and failures as from BATS itself, and what is left to BATS. */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { batsProgram } from '../../../../scripts/toolchains/bats.mjs';
import { testId } from '../../src/contract/test-id.ts';
import { cold } from '../../src/engine/launchers/cold.ts';
import { buildPrograms, compiled, withPrograms } from '../../src/engine/launchers/compiled.ts';
import { listTests } from '../../src/engine/subject/list-tests.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrial } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { bats } from '../../src/runners/bats.ts';
import { PROBES } from '../contract/runner-arm.ts';
import { trialOf } from '../unit/engine/sample-trial.ts';

const PROJECT = fileURLToPath(new URL('./projects/bats', import.meta.url));

let place: string;
let root: string;
let workspace: TrialWorkspace;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'recorded-bats-')));
  root = join(place, 'project');
  cpSync(PROJECT, root, { recursive: true });
  workspace = openWorkspace({ env: process.env, place: join(place, 'runs') });
});
afterEach(async () => {
  await workspace.close();
  rmSync(place, { recursive: true });
});

async function opened() {
  const bare: Subject = {
    root,
    folder: root,
    adapter: bats,
    program: [await batsProgram()],
    settings: { args: [], files: [], command: [], report: { format: 'exit', path: null } },
    probes: PROBES,
    cache: join(place, 'cache'),
    suite: [],
  };
  const { tests } = await listTests(bare, workspace);
  const subject = { ...bare, suite: tests };
  const programs = await buildPrograms(subject, workspace, tests[0]!);
  return { subject, programs, recorded: withPrograms(subject, programs) };
}

test('a recorded command tells what BATS tells, in any order', async () => {
  const { subject, programs, recorded } = await opened();
  expect(programs.map(({ file }) => file).toSorted()).toEqual(
    ['crash', 'deeper/awkward', 'order', 'plain'].map((name) => `test/${name}.bats`).toSorted(),
  );
  const own = subject.suite.filter((id) => !id.endsWith('hangs') && !id.startsWith('test/retried'));
  const tests = [...own, ...own.filter((id) => id.startsWith('test/order')).toReversed()];
  const trial = trialOf({ tests, watch: 'all' });
  const theirs = await runTrial(trial, subject, { ...workspace, launcher: cold });
  const ours = await runTrial(trial, recorded, { ...workspace, launcher: compiled });
  expect(ours.command.argv[0]).toBe('bash');
  const told = ({ observations, ...run }: typeof ours) => [
    observations.map(({ ms: _ms, ...one }) => ({ ...one, message: one.message?.replace(/trial-\d+/, 'trial') })),
    run.problems,
  ];
  expect(told(ours)).toEqual(told(theirs));
});

test('a file with a set-up of its own is left to BATS, and so is one that sets a variable', async () => {
  writeFileSync(join(root, 'test/order.bats'), 'setup_file() { true; }\n@test "one" { true; }\n');
  writeFileSync(join(root, 'test/retried.bats'), 'export DRAWN=$RANDOM\n@test "two" { true; }\n');
  const { programs, recorded } = await opened();
  const files = programs.map(({ file }) => file);
  expect(files).not.toContain('test/order.bats');
  expect(files).not.toContain('test/retried.bats');
  expect(files).toContain('test/plain.bats');
  const { command, observations } = await runTrial(
    trialOf({ tests: [testId('test/order.bats > one')], watch: 'all' }),
    recorded,
    { ...workspace, launcher: compiled },
  );
  expect(command.argv.join(' ')).toContain('drive.mjs');
  expect(observations).toMatchObject([{ outcome: 'passed' }]);
});

test('what a file sets for BATS itself does not reach the tests of another', async () => {
  const own = 'export BATS_TEST_TIMEOUT=900\n@test "has it" { [ "$BATS_TEST_TIMEOUT" = 900 ]; }\n';
  writeFileSync(join(root, 'test/crash.bats'), own);
  writeFileSync(join(root, 'test/order.bats'), '@test "has none" { [ -z "$BATS_TEST_TIMEOUT" ]; }\n');
  const { recorded } = await opened();
  const [first, second] = ['crash.bats > has it', 'order.bats > has none'].map((id) => testId(`test/${id}`));
  for (const tests of [[first!], [second!], [first!, second!]]) {
    const trial = trialOf({ tests, watch: 'all' });
    const { observations } = await runTrial(trial, recorded, { ...workspace, launcher: compiled });
    expect(observations.map(({ test: id, outcome }) => `${outcome} ${id}`)).toEqual(tests.map((id) => `passed ${id}`));
  }
});

test('a test finds folders of its own, and nothing is left of them', async () => {
  const log = join(place, 'log');
  const folders = '"$BATS_RUN_TMPDIR" "$BATS_SUITE_TMPDIR" "$BATS_FILE_TMPDIR" "$BATS_TEST_TMPDIR"';
  const line = (name: string) =>
    `@test "${name}" { touch "$BATS_FILE_TMPDIR/x"; ls "$BATS_FILE_TMPDIR" ${folders} >>"${log}"; printf '%s\\n' ${folders} >>"${log}.folders"; }\n`;
  writeFileSync(join(root, 'test/order.bats'), line('first') + line('second'));
  const { recorded } = await opened();
  const tests = ['first', 'second'].map((name) => testId(`test/order.bats > ${name}`));
  for (let round = 0; round < 2; round += 1) {
    const { observations } = await runTrial(trialOf({ tests, watch: 'all' }), recorded, {
      ...workspace,
      launcher: compiled,
    });
    expect(observations.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
  }
  const seen = readFileSync(`${log}.folders`, 'utf8').trimEnd().split('\n');
  expect(seen).toHaveLength(16);
  expect(new Set(seen.filter((_, at) => at % 4 === 0)).size).toBe(2);
  expect(new Set(seen.filter((_, at) => at % 4 === 3)).size).toBe(4);
});
