/** The command that starts our driver for Maven or Gradle. Build output goes into a folder of ours, never into the project. */
import type { Command } from '../../contract/command.ts';
import type { RunnerContext } from '../../contract/runner.ts';
import type { ProbeFiles } from '../probe-files.ts';

export function junitDriver(
  tool: 'maven' | 'gradle',
  context: RunnerContext,
  probe: ProbeFiles,
  words: readonly string[] = [],
): Command {
  const { cache, folder, node = 'node', program, probes, root, settings } = context;
  return {
    ...probe,
    argv: [node, `${probes}/junit/drive.mjs`, tool, program[0], cache ?? folder, ...words, '--', ...settings.args],
    cwd: root,
  };
}
