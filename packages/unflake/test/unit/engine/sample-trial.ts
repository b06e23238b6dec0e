/** Small trials, results and adapters for tests of the engine and the store. */
import type { Command } from '../../../src/contract/command.ts';
import type { Outcome } from '../../../src/contract/outcome.ts';
import type { RunnerAdapter, RunnerSettings } from '../../../src/contract/runner.ts';
import { type TestId, testId } from '../../../src/contract/test-id.ts';
import type { Trial } from '../../../src/contract/trial.ts';
import type { TrialRun } from '../../../src/engine/trial/run-trial.ts';

export const ids = (...names: string[]): readonly TestId[] => names.map(testId);

export function trialOf(change: Partial<Trial> = {}): Trial {
  const tests = change.tests ?? ids('one');
  return {
    tests,
    repeat: 1,
    conditions: {},
    seed: 1,
    watch: tests.slice(0, 1),
    exclusive: false,
    timeBoxMs: 60_000,
    mode: 'probe',
    ...change,
  };
}

export const NO_OUTCOMES: Readonly<Record<Outcome, number>> = {
  passed: 0,
  failed: 0,
  errored: 0,
  'timed-out': 0,
  crashed: 0,
  skipped: 0,
  missing: 0,
};

/** A run in which the first test had that outcome. */
export function runOf(trial: Trial, outcome: Outcome = 'passed'): TrialRun {
  return {
    trial,
    observations: [{ test: trial.tests[0]!, run: 0, outcome, ms: 5 }],
    tally: { ...NO_OUTCOMES, [outcome]: 1 },
    ms: 7,
    ending: { code: outcome === 'passed' ? 0 : 1, signal: null, timedOut: false },
    problems: [],
    command: { argv: ['true'], env: {}, cwd: '/', files: {}, reads: [] },
    output: { stdout: '', stderr: '' },
  };
}

export function shell(script: string, change: Partial<Command> = {}): Command {
  return { argv: ['sh', '-c', script], env: {}, cwd: '/', files: {}, reads: [], ...change };
}

export const SETTINGS: RunnerSettings = { args: [], files: [], command: [], report: { format: 'exit', path: null } };

/** A runner for tests of the engine: each trial is a shell script, whose lines `<test> <outcome>` are its report. */
export function scriptRunner(script: (tests: readonly TestId[], folder: string) => string): RunnerAdapter {
  return {
    name: 'script',
    can: {
      select: 'test',
      order: 'any',
      process: 'suite',
      repeat: false,
      workers: false,
      parallel: false,
      seed: false,
      phases: false,
      stream: true,
    },
    names: { startsWith: 'file', printed: [] },
    detect: () => null,
    program: { check: [], install: 'nothing to install' },
    list: ({ root }) => shell('echo one; echo two', { cwd: root }),
    parseList: ({ stdout, stderr }) => ({ tests: wordsOf(stdout).map(testId), problems: wordsOf(stderr) }),
    command: ({ tests }, { root, folder }) => shell(script(tests, folder), { cwd: root }),
    parse: ({ stdout, stderr }) => ({
      observations: wordsOf(stdout)
        .map((line) => line.split(' '))
        .map(([test, outcome]) => ({ test: testId(test!), run: 0, outcome: outcome as Outcome, ms: 1 })),
      problems: wordsOf(stderr),
    }),
    plain: ({ tests }, { root }) => (tests.length > 2 ? null : shell(script(tests, ''), { cwd: root })),
    parsePlain: ({ code, stdout }, { target }) => {
      const own = wordsOf(stdout).find((line) => line.startsWith(`${target} `));
      return own ? (own.split(' ')[1] as Outcome) : code === 0 ? 'passed' : 'failed';
    },
  };
}

function wordsOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
