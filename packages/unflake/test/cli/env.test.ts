/** `unflake env` as people use it, on a suite of small scripts: what runs when, what is trusted, and what is refused. */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { INDEPENDENT, SEQUENTIAL, writeSmallSuite } from '../../../../scripts/bench/env/small-suite.mjs';
import { FAULTS } from '../../src/contract/faults.ts';
import type { EnvStatusResult } from '../../src/tools/lib/env/results.ts';
import { resultOf, SmallSuite } from './small-suite.ts';

let suite: SmallSuite;
beforeEach(() => {
  suite = new SmallSuite();
});
afterEach(() => suite.end());

test('a clean full run, a rerun, a partial rerun and a single late step do what the guide asks for', async () => {
  const first = await suite.result();
  expect(first.foundation).toBe('built');
  const before = suite.ran();
  expect(before[0]).toBe('foundation@foundation');
  expect(before.filter((name) => name.endsWith('@sequential'))).toEqual(SEQUENTIAL.map((name) => `${name}@sequential`));
  expect(before.filter((name) => name.startsWith('test-')).sort()).toEqual([
    'test-alone@alone',
    'test-apart@apart',
    'test-later@later',
  ]);

  const again = await suite.result();
  expect(again).toMatchObject({ foundation: 'reused', rebuilt: [{ environment: 'sequential', state: 'dirty' }] });
  expect(suite.ran().filter((name) => name.startsWith('foundation'))).toEqual([]);

  const partial = await suite.result('00-first', '01-second');
  expect(partial.rebuilt).toEqual([
    {
      environment: 'sequential',
      state: 'dirty',
      why: expect.stringMatching(/^0[12]-\S+ has run there, and runs after 00-first$/),
    },
  ]);
  expect(suite.ran()).toEqual(['00-first@sequential', '01-second@sequential']);

  const next = await suite.result('02-third');
  expect(next).toMatchObject({ rebuilt: [], foundation: 'none' });
  expect(suite.ran()).toEqual(['02-third@sequential']);

  await suite.env('clean');
  const late = await suite.result('02-third');
  expect(late.steps.map(({ step, role }) => [step, role])).toEqual([
    ['foundation', 'prerequisite'],
    ['00-first', 'prerequisite'],
    ['01-second', 'prerequisite'],
    ['02-third', 'asked'],
  ]);
});

test('an independent step starts from a fresh copy of what the steps that it names have made', async () => {
  await suite.result('test-later');
  expect(suite.ran()).toEqual([
    'foundation@foundation',
    '00-first@after-01-second',
    '01-second@after-01-second',
    'test-later@later',
  ]);
  const trace = () => readFileSync(suite.path('test', '.envs', 'later', 'trace'), 'utf8');
  const once = 'foundation\n00-first\n01-second\ntest-later\n';
  expect(trace()).toBe(once);
  await suite.result('test-later');
  expect(suite.ran()).toEqual(['test-later@later']);
  expect(trace()).toBe(once);
  expect(readFileSync(suite.path('test', '.envs', 'after-01-second', 'trace'), 'utf8')).not.toContain('test-later');
});

test('when an input of the foundation changes, everything built from it is rebuilt', async () => {
  await suite.result('00-first');
  suite.ran();
  writeFileSync(suite.path('test', 'template.txt'), 'another template\n');
  const status = await suite.env('status');
  expect(status.code).toBe(1);
  const states = resultOf<EnvStatusResult>(status).environments.map(({ environment, state: word }) => [
    environment,
    word,
  ]);
  expect(states).toEqual(
    expect.arrayContaining([
      ['foundation', 'stale'],
      ['sequential', 'stale'],
    ]),
  );
  expect((await suite.explained('sequential')).runs).toEqual(['foundation', ...SEQUENTIAL]);
  expect((await suite.explained('later')).runs).toEqual(['foundation', '00-first', '01-second', 'test-later']);
  expect(await suite.result('00-first')).toMatchObject({
    foundation: 'built',
    rebuilt: [
      { environment: 'sequential', state: 'stale' },
      { environment: 'foundation', state: 'stale' },
    ],
  });
  expect(suite.ran()).toEqual(['foundation@foundation', '00-first@sequential']);
  expect(readFileSync(suite.path('test', '.envs', 'sequential', 'base'), 'utf8')).toBe('another template\n');
});

test('a step that fails ends its chain, is shown with its output, and is not trusted afterwards', async () => {
  writeFileSync(suite.path('test', '01-second.sh'), '#!/bin/sh\necho the second is broken\nexit 7\n');
  const { code, stdout } = await suite.run(['env', 'run', ...SEQUENTIAL, '--quiet']);
  expect(code).toBe(1);
  expect(stdout).toContain('01-second in sequential: it ended with status 7\n  │ the second is broken\n');
  expect(stdout).toContain('02-third in sequential: not run, because 01-second did not pass\n');
  expect((await suite.explained('sequential')).state).toBe('dirty');
});

test('a failing foundation is built once, and nothing is run on it', async () => {
  writeFileSync(suite.path('test', 'foundation.sh'), '#!/bin/sh\nexit 1\n');
  const { steps, foundation } = await suite.result();
  expect(foundation).toBe('failed');
  expect(steps.filter(({ outcome }) => outcome !== 'not-run').map(({ step }) => step)).toEqual(['foundation']);
  expect(
    steps
      .filter(({ outcome }) => outcome === 'not-run')
      .map(({ step }) => step)
      .sort(),
  ).toEqual([...SEQUENTIAL, ...INDEPENDENT].sort());
  expect(suite.ran()).toEqual([]);
});

test('steps that depend on each other are refused, and the cycle is shown', async () => {
  writeSmallSuite(suite.subject, { after: { '00-first': '01-second' } });
  const { code, stderr } = await suite.run(['env', 'run', '--quiet']);
  expect(code).toBe(FAULTS.ENV_CYCLE.exit);
  expect(stderr).toContain('the steps depend on each other: 00-first → 01-second → 00-first');
});

test('a step that is rerun by itself says what it starts from, and a failing one which step may be missing', async () => {
  writeSmallSuite(suite.subject, { pause: 0, after: { '01-second': 'foundation' } });
  expect((await suite.result('00-first')).steps.flatMap(({ notes }) => notes)).toEqual([]);
  const { stdout, stderr } = await suite.run(['env', 'run', '00-first']);
  expect(stderr).toContain('00-first in sequential, from what its own last run left there');
  expect(stdout).toMatch(/^note: 00-first is complete in sequential already: .*`unflake env clean sequential`/);

  await suite.env('clean');
  writeFileSync(suite.path('test', '01-second.sh'), '#!/bin/sh\ngrep 00-first "$TEST_DIR/trace"\n');
  const alone = (await suite.result('01-second')).steps.at(-1)!;
  expect(alone).toMatchObject({ step: '01-second', outcome: 'failed' });
  expect(alone.notes).toEqual([expect.stringMatching(/^00-first, the step before it, has not run in sequential/)]);
  expect((await suite.result('00-first', '01-second')).steps.at(-1)).toMatchObject({ outcome: 'passed', notes: [] });
});

test('an unknown step is reported with similar names', async () => {
  const { code, stderr } = await suite.run(['env', 'run', '01-secnd', '--quiet']);
  expect(code).toBe(FAULTS.ENV_UNKNOWN_STEP.exit);
  expect(stderr).toContain('there is no step `01-secnd`; did you mean `01-second`?');
});

test('a test file of a runner is a step like any other', async () => {
  rmSync(suite.path('unflake.config.json'));
  for (const name of [...SEQUENTIAL, ...INDEPENDENT]) rmSync(suite.path('test', `${name}.sh`));
  writeFileSync(suite.path('package.json'), '{"type":"module","scripts":{"test":"node --test"}}');
  const source = `import test from 'node:test';
import { appendFileSync, readFileSync } from 'node:fs';
test('finds the foundation', () => { readFileSync(process.env.TEST_DIR + '/base'); });
test('leaves its mark', () => { appendFileSync(process.env.TEST_DIR + '/trace', 'javascript\\n'); });
`;
  writeFileSync(suite.path('test', '00-store.mjs'), source);
  chmodSync(suite.path('test', '00-store.mjs'), 0o644);
  const { steps } = await suite.result('00-store');
  expect(steps.map(({ step, outcome, tests }) => ({ step, outcome, tests }))).toEqual([
    { step: 'foundation', outcome: 'passed', tests: null },
    { step: '00-store', outcome: 'passed', tests: { passed: 2, failed: 0, skipped: 0 } },
  ]);
  expect(readFileSync(suite.path('test', '.envs', 'sequential', 'trace'), 'utf8')).toBe('foundation\njavascript\n');
  writeFileSync(suite.path('test', '00-store.mjs'), source.replace('/base', '/missing'));
  const failed = await suite.result('00-store');
  expect(failed.steps.at(-1)).toMatchObject({ outcome: 'failed', tests: { passed: 1, failed: 1 } });
});
