/** `unflake env clean`: removes environments, each under its lock. */
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import { cleanEnvironment, sweepEnvironments } from '../testbed/clean-environment.ts';
import { takeLock } from '../testbed/lock.ts';
import { lockHolders } from '../testbed/lock-holders.ts';
import { checkedName } from '../testbed/names.ts';
import { environmentFolders, environmentPlaces } from '../testbed/places.ts';
import { holdersText } from './lib/env/holding.ts';
import { ENV_PLACE, openSuite } from './lib/env/open-testbed.ts';
import type { EnvCleanResult } from './lib/env/results.ts';
import { ENV_CLEAN } from './lib/outputs/env.ts';
import { defineTool } from './lib/tool.ts';

export const envCleanTool = defineTool({
  name: 'env_clean',
  command: 'env clean',
  summary: 'remove environments; the next run rebuilds them',
  examples: [
    { line: 'env clean', does: 'all of them' },
    { line: 'env clean sequential', does: 'one' },
  ],
  input: z.object({
    ...ENV_PLACE,
    environments: z.array(z.string().min(1)).optional().describe('Environments to remove; by default all'),
    wait: z.number().min(0).default(10).describe('Seconds to wait for one that another run holds'),
  }),
  output: ENV_CLEAN,
  positionals: ['environments'],
  async run(given, context): Promise<EnvCleanResult> {
    const { places } = await openSuite(given, context);
    const { envs } = places;
    const names = (given.environments ?? environmentFolders(envs)).map((name) => checkedName(name, 'environment'));
    const cleaned: string[] = [];
    for (const name of names) {
      if (context.signal.aborted) break;
      const { lock: path } = environmentPlaces(envs, name);
      const request = { waitMs: given.wait * 1_000, words: 'unflake env clean', signal: context.signal };
      const lock = await takeLock(path, request);
      if (lock === null) throw locked(name, path, given.wait);
      try {
        if (await cleanEnvironment(envs, name)) cleaned.push(name);
      } finally {
        lock.release();
      }
    }
    await sweepEnvironments(envs);
    return { envs, cleaned };
  },
  exitCode: () => EXIT.done,
});

function locked(environment: string, path: string, waitedSeconds: number): UnflakeError {
  const holders = lockHolders(path);
  const message = `the environment ${environment} is held by ${holdersText(holders)}, still after ${waitedSeconds} s`;
  return new UnflakeError('ENV_LOCKED', message, { environment, holders, waitedMs: waitedSeconds * 1_000 });
}
