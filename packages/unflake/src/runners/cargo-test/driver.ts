/** The command that starts our driver for cargo. Build output goes into a folder of ours, never into the project's `target`. */
import type { Command } from '../../contract/command.ts';
import type { RunnerContext } from '../../contract/runner.ts';
import type { ProbeFiles } from '../probe-files.ts';

export function cargoDriver(context: RunnerContext, options: readonly string[], probe: ProbeFiles): Command {
  const { node = 'node', program, probes, root, settings } = context;
  return {
    ...probe,
    argv: [node, `${probes}/cargo-test/drive.mjs`, program[0], ...options, '--', ...settings.args],
    env: { ...probe.env, ...cargoEnvironment(context) },
    cwd: root,
  };
}

export function targetFolder({ cache, folder }: RunnerContext): string {
  return `${cache ?? folder}/cargo-target`;
}

export function cargoEnvironment(context: RunnerContext): Command['env'] {
  return {
    CARGO_TARGET_DIR: targetFolder(context),
    CARGO_TERM_COLOR: 'never',
    RUSTFLAGS: null,
    RUSTC_BOOTSTRAP: null,
    // The panic's line is in its message; a backtrace costs a third of a second at the first failure.
    RUST_BACKTRACE: '0',
    RUST_TEST_THREADS: null,
  };
}
