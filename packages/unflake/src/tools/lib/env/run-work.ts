/**
 * Starts the command of a step and reads how it ended. It is killed with all its processes at the time limit or when the caller stops it.
 */

import { join } from 'node:path';
import type { Command, RawRun } from '../../../contract/command.ts';
import { findProgram } from '../../../engine/subject/find-program.ts';
import { bats } from '../../../runners/bats.ts';
import type { RunProgram } from '../../../testbed/make-environment.ts';
import type { SuiteStep } from '../../../testbed/step.ts';
import { stepVariables } from '../../../testbed/variables.ts';
import type { Ran } from './results.ts';
import { runHere } from './run-here.ts';
import type { HeldLocks, Session } from './session.ts';

export async function runWork(session: Session, step: SuiteStep, environment: string, held: HeldLocks): Promise<Ran> {
  const { testbed, context } = session;
  const { work } = step;
  const startedAt = performance.now();
  try {
    if (work.kind === 'test-file') {
      // Loads all runners and the trial code; most suites need neither.
      const { runTestFile } = await import('./run-test-file.ts');
      return await runTestFile(session, work, stepEnvironment(session, step, environment, held));
    }
    const { places, root } = testbed;
    const argv =
      work.kind === 'bats'
        ? ([...(await batsProgram(session)), '--tap', join(places.suite, work.file)] as const)
        : ([...work.argv] as [string, ...string[]]);
    const command = {
      argv: argv.map((word) => word.replaceAll('{env}', join(places.envs, environment))) as [string, ...string[]],
      env: stepEnvironment(session, step, environment, held),
      cwd: work.kind === 'bats' ? root : places.suite,
      files: {},
      reads: [],
    };
    return read(await run(session, command, held), step);
  } catch (error) {
    if (!context.signal.aborted) throw error;
    const ms = performance.now() - startedAt;
    return { outcome: 'interrupted', why: 'it was interrupted', ms, tests: null, output: '' };
  }
}

/** For copies: with the same time limit and clean-up as steps. */
export function programRunner(session: Session, held: HeldLocks): RunProgram {
  return (argv) => {
    const cwd = session.testbed.places.envs;
    return run(session, { argv: [argv[0], ...argv.slice(1)], env: { LC_ALL: 'C' }, cwd, files: {}, reads: [] }, held);
  };
}

function run({ workspace, context, timeBoxMs }: Session, command: Command, held: HeldLocks): Promise<RawRun> {
  return runHere(command, { workspace, context, timeBoxMs, inheritedFds: held.fds });
}

/** The variables of a step in its environment, in addition to the caller's own. */
function stepEnvironment(
  { testbed: { places, inputs } }: Session,
  { kind }: SuiteStep,
  environment: string,
  held: HeldLocks,
): Readonly<Record<string, string>> {
  // Sequential steps also build the base of independent ones; this is then their environment.
  const sequential = kind === 'sequential' ? { sequential: environment } : {};
  return stepVariables(places, environment, { inputs, held: held.names, ...sequential });
}

const programs = new WeakMap<Session, Promise<readonly [string, ...string[]]>>();

/** The project's own BATS, or the system's. Searched once per run. */
function batsProgram(session: Session): Promise<readonly [string, ...string[]]> {
  const known = programs.get(session);
  if (known !== undefined) return known;
  const { testbed, workspace, context } = session;
  const found = findProgram(bats, testbed.places.suite, workspace, context.signal);
  programs.set(session, found);
  return found;
}

function read(run: RawRun, { work }: SuiteStep): Ran {
  const output = `${run.stdout}${run.stderr}`.trimEnd();
  const tests = work.kind === 'bats' ? tapCounts(run.stdout) : null;
  const base = { ms: run.ms, tests, output };
  if (run.timedOut) return { ...base, outcome: 'timed-out', why: 'it exceeded its time limit' };
  if (run.signal !== null) return { ...base, outcome: 'crashed', why: `it was ended by ${run.signal}` };
  if (run.code === 0) return { ...base, outcome: 'passed', why: null };
  const failed = firstFailure(run.stdout);
  return { ...base, outcome: 'failed', why: failed ?? `it ended with status ${run.code}` };
}

function tapCounts(tap: string): NonNullable<Ran['tests']> {
  const count = (pattern: RegExp) => [...tap.matchAll(pattern)].length;
  const skipped = count(/^ok \d+ .*# skip\b/gm);
  return { passed: count(/^ok \d+ /gm) - skipped, failed: count(/^not ok \d+ /gm), skipped };
}

function firstFailure(tap: string): string | null {
  const name = /^not ok \d+ (.*)$/m.exec(tap)?.[1];
  return name === undefined ? null : `failed: ${name}`;
}
