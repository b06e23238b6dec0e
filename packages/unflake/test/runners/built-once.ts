/** The same arm of the contract of runners, with the project's test programs built once and run again. */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuiltProgram, RunnerAdapter, RunnerContext } from '../../src/contract/runner.ts';
import { testId } from '../../src/contract/test-id.ts';
import { runCommand } from '../contract/run-command.ts';
import { PROBES, type RunnerArm } from '../contract/runner-arm.ts';

export function builtOnce(arm: RunnerArm): RunnerArm {
  const runs = arm.adapter.compiled!;
  let programs: readonly BuiltProgram[] = [];
  const adapter: RunnerAdapter = {
    ...arm.adapter,
    // Tests that nobody built are left to the runner itself, as in a trial.
    command: (request, context) => runs.command(request, context, programs) ?? arm.adapter.command(request, context),
  };
  return {
    ...arm,
    name: `${arm.name}, built once,`,
    adapter,
    fixture: async (root) => {
      const fixture = await arm.fixture(root);
      const home = dirname(root);
      const context: RunnerContext = {
        root,
        probes: PROBES,
        folder: join(home, 'build'),
        cache: join(home, 'cache'),
        program: fixture.program,
        settings: { args: [], files: [], command: [], report: { format: 'exit', path: null } },
      };
      const kept = join(home, 'kept');
      await mkdir(kept);
      const run = await runCommand(runs.build(context, kept, testId(fixture.passes))!, context);
      programs = runs.parseBuild(run, context);
      if (programs.length === 0) throw new Error(`nothing was built:\n${run.stdout}${run.stderr}`);
      return fixture;
    },
  };
}
