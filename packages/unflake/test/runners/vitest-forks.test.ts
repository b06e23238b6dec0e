/** Trials of Vitest 4 in forks, and the cases that are served by them. */
import { describe, expect, test } from 'vitest';
import { testId } from '../../src/contract/test-id.ts';
import { chooseLauncher } from '../../src/engine/launchers/choose-launcher.ts';
import { runTrial } from '../../src/engine/trial/run-trial.ts';
import { vitest } from '../../src/runners/vitest.ts';
import { trialOf } from '../unit/engine/sample-trial.ts';
import { javascript, openForkedProject, outcomesOf } from './forked-project.ts';
import { forksForTrials } from './vitest-fork.ts';

forksForTrials('4.1.11');

describe('a case with Vitest', () => {
  const TARGET = testId('a.test.mjs > passes');
  // A single test that takes longer would count as one that hangs.
  const suite = (ms: number) =>
    [1, 2, 3, 4]
      .map((n) => `test('takes its time ${n}', () => new Promise((resolve) => setTimeout(resolve, ${ms})));\n`)
      .join('');
  const header = `import { test } from 'vitest';\ntest('passes', () => {});\n`;

  test.each([
    ['is served by forks from its first trial on', header + suite(1), 'fork server'],
    ['is not held up by a comparison of tests that take long', header + suite(3000), 'standby'],
  ])('%s', async (_what, text, name) => {
    const files = { 'package.json': '{ "private": true }', 'a.test.mjs': text };
    await using project = await openForkedProject(javascript('vitest/vitest.mjs', { vitest: '4.1.11' }), vitest, files);
    const { subject, workspace } = project;
    const launch = await chooseLauncher(subject, workspace, { target: TARGET, jobs: 64, timeBoxMs: 60_000 });
    try {
      const run = await runTrial(trialOf({ tests: [TARGET] }), launch.subject, {
        ...workspace,
        launcher: launch.launcher,
      });
      expect(outcomesOf(run)).toEqual(['passes passed']);
      expect(launch.distrust).toBeNull();
      expect(launch.launcher.name).toBe(name);
    } finally {
      await launch.close();
    }
  });
});
