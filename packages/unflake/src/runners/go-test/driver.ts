/** The command that starts our driver for go. */
import type { Command } from '../../contract/command.ts';
import type { RunnerContext } from '../../contract/runner.ts';
import type { Conditions } from '../../contract/trial.ts';
import type { ProbeFiles } from '../probe-files.ts';

export interface GoArguments {
  readonly options: readonly string[];
  /** For `go test`, or for the programs that it built. */
  readonly flags: readonly string[];
}

export function goDriver(context: RunnerContext, { options, flags }: GoArguments, probe: ProbeFiles): Command {
  const { node = 'node', program, probes, root, cache = null } = context;
  return {
    ...probe,
    argv: [node, `${probes}/go-test/drive.mjs`, program[0], ...options, '--', ...flags],
    // Flags from the environment would silently change the build.
    env: { ...probe.env, GOFLAGS: null, UNFLAKE_KEEP: null, UNFLAKE_CACHE: cache },
    cwd: root,
  };
}

/** These knobs are set in our copy of the standard library, which is part of the build. */
const IN_LIBRARY = ['date', 'hashSeed', 'rngSeed'];

export const needsOwnLibrary = (conditions: Conditions): boolean => IN_LIBRARY.some((knob) => knob in conditions);
