/** How our scripts for BATS are started. */
import type { Command } from '../../contract/command.ts';
import type { RunnerContext } from '../../contract/runner.ts';
import type { ProbeFiles } from '../probe-files.ts';

export const batsEnvironment = {
  BATS_NUMBER_OF_PARALLEL_JOBS: null,
  BATS_TEST_NAME_PREFIX: null,
  // Failures in set-up are recognized by the quotes around function names.
  BATS_CODE_QUOTE_STYLE: null,
} as const;

export function batsProbe(
  script: 'drive.mjs' | 'record.mjs',
  { program, probes, root, settings, node }: RunnerContext,
  probe: ProbeFiles,
  more: readonly string[] = [],
): Command {
  const files = settings.files.flatMap((path) => ['--files', path]);
  return {
    ...probe,
    argv: [node ?? 'node', `${probes}/bats/${script}`, ...program, ...files, ...more, '--', ...settings.args],
    env: { ...probe.env, ...batsEnvironment },
    cwd: root,
  };
}
