/** The starting point of a case's trials: the subject alone, or a copy of an environment; and how a person starts from it. */
import { relative } from 'node:path';
import type { Command } from '../../contract/command.ts';
import type { BaseEnvironment } from '../../engine/base-environment.ts';
import type { ToolContext } from './tool.ts';

export interface StartRequest {
  readonly root?: string | undefined;
  readonly config?: string | undefined;
  /** Undefined: trials do not start from an environment. */
  readonly environment?: string | undefined;
}

export interface CaseStart {
  readonly baseEnvironment: BaseEnvironment | null;
  /** The command that a person types to start from the same environment. */
  readonly within: (command: Command) => Command;
  readonly close: () => Promise<void>;
}

/** The same times as in `env run`, for waiting and for a step. */
const WAIT_MS = 600_000;
const TIME_BOX_MS = 3_600_000;

export async function openStart({ environment, ...place }: StartRequest, context: ToolContext): Promise<CaseStart> {
  if (environment === undefined) return { baseEnvironment: null, within: (command) => command, close: async () => {} };
  // Loads all of `unflake env`; most cases need none of it.
  const { openBaseEnvironment } = await import('./env/open-base-environment.ts');
  const baseEnvironment = await openBaseEnvironment(
    { ...place, environment, waitMs: WAIT_MS, timeBoxMs: TIME_BOX_MS },
    context,
  );
  const { root, places } = baseEnvironment.testbed;
  const words = (cwd: string): readonly string[] => [
    ...['unflake', 'env', 'with', environment],
    ...(root === cwd ? [] : ['--root', relative(cwd, root)]),
    ...(baseEnvironment.testbed.config.testbed.suite === undefined
      ? ['--suite', relative(cwd, places.suite) || '.']
      : []),
    '--',
  ];
  return {
    baseEnvironment,
    within: (command) => within(command, words(command.cwd)),
    close: baseEnvironment.close,
  };
}

/** Names of the variables that `env with` sets itself. */
const OWN = /^(?:TOPDIR|TEST_DIR|TEST_REPO|RESULT_DIR|UNFLAKE_(?:SUITE|ENVS|ENV_HELD|ENV_INPUTS|SEQUENTIAL))$/;

function within(command: Command, words: readonly string[]): Command {
  const env = Object.fromEntries(Object.entries(command.env).filter(([name]) => !OWN.test(name)));
  const argv = [...words, ...command.argv] as readonly string[] as [string, ...string[]];
  return { ...command, argv, env };
}
