/** A step that is a test file of a known runner: listed and run through its adapter, with a record for each test. */
import { extname, join, relative } from 'node:path';
import { UnflakeError } from '../../../contract/faults.ts';
import { fileOf } from '../../../contract/file-of.ts';
import { isFailure } from '../../../contract/outcome.ts';
import type { Project, RunnerAdapter } from '../../../contract/runner.ts';
import { detectRunners } from '../../../engine/subject/detect-runners.ts';
import { findProgram } from '../../../engine/subject/find-program.ts';
import { listTests } from '../../../engine/subject/list-tests.ts';
import { openProject } from '../../../engine/subject/open-project.ts';
import type { Subject } from '../../../engine/subject/subject.ts';
import { runTrial } from '../../../engine/trial/run-trial.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';
import { RUNNERS, runnerNamed } from '../../../runners/index.ts';
import type { StepWork } from '../../../testbed/step.ts';
import { PROBES } from '../open-subject.ts';
import type { Ran } from './results.ts';
import type { Session } from './session.ts';

type TestFile = Extract<StepWork, { kind: 'test-file' }>;

export async function runTestFile(
  session: Session,
  { file, runner }: TestFile,
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const { testbed, workspace, context, timeBoxMs } = session;
  const path = join(testbed.places.suite, file);
  // The variables of the environment reach the tests in the same way as those of the config file.
  const own: TrialWorkspace = { ...workspace, extraEnv: { ...testbed.config.env, ...env } };
  const bare = await subjectOf(session, path, runner, own);
  const listed = await listTests(bare, own, context.signal);
  const inFile = relative(bare.folder, path);
  const tests = listed.tests.filter((id) => fileOf(id) === inFile);
  if (tests.length === 0) {
    const output = listed.problems.join('\n');
    return { outcome: 'failed', why: `${bare.adapter.name} finds no test in it`, ms: 0, tests: null, output };
  }
  const trial = {
    tests,
    repeat: 1,
    conditions: {},
    seed: 1,
    watch: 'all',
    exclusive: false,
    timeBoxMs,
    mode: 'probe',
  } as const;
  const { tally, ms, ending, output, observations } = await runTrial(trial, { ...bare, suite: listed.tests }, own, {
    signal: context.signal,
  });
  const counts = { passed: tally.passed, skipped: tally.skipped, failed: tests.length - tally.passed - tally.skipped };
  const base = { ms, tests: counts, output: `${output.stdout}${output.stderr}`.trimEnd() };
  if (ending.timedOut) return { ...base, outcome: 'timed-out', why: 'it exceeded its time limit' };
  const bad = observations.find(({ outcome }) => isFailure(outcome) || outcome === 'missing');
  if (bad === undefined && counts.failed === 0) return { ...base, outcome: 'passed', why: null };
  const outcome = bad?.outcome === 'crashed' ? 'crashed' : 'failed';
  return {
    ...base,
    outcome,
    why: `${bad?.outcome ?? 'failed'}: ${bad?.test ?? file}`,
    output: words(bad?.message, base.output),
  };
}

const words = (message: string | undefined, output: string): string =>
  [message ?? '', output].filter((text) => text !== '').join('\n');

async function subjectOf(
  { testbed, context }: Session,
  path: string,
  runner: string | null,
  workspace: TrialWorkspace,
): Promise<Subject> {
  const project = openProject(testbed.root);
  const { adapter: chosen, folder } = choose(relative(testbed.root, path), runner, project);
  const absolute = join(project.root, folder);
  const given = testbed.config.runners[chosen.name];
  const settings = {
    args: given?.args ?? [],
    files: [relative(absolute, path)],
    command: given?.command ?? [],
    report: given?.report ?? ({ format: 'exit', path: null } as const),
  };
  const adapter = chosen.withSettings?.(settings) ?? chosen.withProject?.(project, folder) ?? chosen;
  const program = await findProgram(adapter, absolute, workspace, context.signal);
  return { root: project.root, folder: absolute, adapter, program, settings, probes: PROBES, suite: [] };
}

/** The runners that accept files with an extension. */
const BY_EXTENSION: Readonly<Record<string, readonly string[]>> = {
  '.py': ['pytest', 'unittest'],
  '.rb': ['rspec', 'minitest'],
};
const JAVASCRIPT = ['vitest', 'jest', 'mocha', 'ava', 'tap', 'node-test', 'playwright'];

/** The named one; else the one with the strongest signs among those that accept such files. */
function choose(file: string, runner: string | null, project: Project): { adapter: RunnerAdapter; folder: string } {
  const detected = detectRunners(project, RUNNERS);
  if (runner !== null) {
    const adapter = runnerNamed(runner);
    if (adapter === undefined) {
      throw new UnflakeError('ENV_BAD_STEP', `the step file ${file}: \`${runner}\` is not a runner`, { file, runner });
    }
    return { adapter, folder: detected.find((one) => one.adapter.name === runner)?.detection.folder ?? '.' };
  }
  const names = BY_EXTENSION[extname(file)] ?? JAVASCRIPT;
  const found = detected.find(({ adapter }) => names.includes(adapter.name));
  if (found !== undefined) return { adapter: found.adapter, folder: found.detection.folder };
  throw new UnflakeError('NO_RUNNER', `no test runner was recognised for the step file ${file}`, { file });
}
