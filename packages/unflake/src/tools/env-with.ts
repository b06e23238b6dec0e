/** `unflake env with <environment> -- <command>`: runs a command in a fresh copy of an environment and removes the copy afterwards. */
import { constants } from 'node:os';
import * as z from 'zod';
import { UnflakeError } from '../contract/faults.ts';
import { openWorkspace } from '../engine/trial-workspace.ts';
import { closing } from './lib/closing.ts';
import { openBaseEnvironment } from './lib/env/open-base-environment.ts';
import { ENV_PLACE } from './lib/env/open-testbed.ts';
import type { EnvWithResult } from './lib/env/results.ts';
import { runHere } from './lib/env/run-here.ts';
import { ENV_WITH } from './lib/outputs/env.ts';
import { defineTool } from './lib/tool.ts';

const WAIT_S = 600;
const TIMEOUT_S = 3_600;
/** The exit code of timeout(1). */
const TIMED_OUT = 124;
/** The exit code with which a shell reports a signal. */
const BY_SIGNAL = 128;

export const envWithTool = defineTool({
  name: 'env_with',
  command: 'env with',
  summary: 'run a command in a fresh copy of an environment, and remove the copy afterwards',
  examples: [
    { line: 'env with foundation -- bats tests/test-docs.bats', does: 'a test file, from a copy of the foundation' },
    {
      line: 'env with after-02-build -- sh -c \'ls "$TEST_DIR"\'',
      does: 'look at what the steps up to 02-build leave',
    },
  ],
  input: z.object({
    ...ENV_PLACE,
    environment: z.string().min(1).describe('`foundation`, or `after-` and a numbered step'),
    wait: z
      .number()
      .min(0)
      .default(WAIT_S)
      .describe('Seconds to wait for an environment that another run holds while it is prepared or copied'),
    timeout: z
      .number()
      .positive()
      .default(TIMEOUT_S)
      .describe('Seconds after which the command is ended with all its processes'),
    rest: z.array(z.string()).optional().describe('The command; it is started without a shell'),
  }),
  output: ENV_WITH,
  positionals: ['environment'],
  async run(given, context): Promise<EnvWithResult> {
    const [program, ...args] = given.rest ?? [];
    if (program === undefined) {
      const problems = [{ field: 'rest', value: null, expected: 'a value' }];
      throw new UnflakeError('INVALID_INPUT', 'no command was given; write it after `--`', { problems });
    }
    const { environment } = given;
    const timeBoxMs = 1_000 * given.timeout;
    const base = await openBaseEnvironment({ ...given, waitMs: 1_000 * given.wait, timeBoxMs }, context);
    await using _base = closing(base);
    const workspace = openWorkspace({ env: context.env });
    await using _workspace = closing(workspace);
    const folder = workspace.folders.trialFolder();
    try {
      const env = await base.copyInto(folder.path);
      const command = { argv: [program, ...args] as const, env, cwd: context.cwd, files: {}, reads: [] };
      const ran = await runHere(command, { workspace, context, timeBoxMs, inheritedFds: [] });
      const { code, signal, timedOut, stdout, stderr, ms } = ran;
      return { environment, argv: [program, ...args], code, signal, timedOut, stdout, stderr, ms };
    } finally {
      await folder.release([]);
    }
  },
  exitCode: ({ code, signal, timedOut }) => (timedOut ? TIMED_OUT : (code ?? BY_SIGNAL + numberOf(signal))),
});

function numberOf(signal: string | null): number {
  return Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0;
}
