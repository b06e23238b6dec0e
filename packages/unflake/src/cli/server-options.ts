/** Options that every server command shares: allowed folders, limits on calls and their time, and how to stop. */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import { CALL_TIMEOUT_MS, CALLS_AT_ONCE } from '../service/calls.ts';
import type { CliHost } from './cli-host.ts';

/** Spread into the schema of a server command. */
export const SERVER_FIELDS = {
  allow: z.array(z.string().min(1)).optional().describe('Folder that requests may name; by default the current one'),
  maxCalls: z
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(CALLS_AT_ONCE)
    .describe('Concurrent calls, not counting read-only ones; one more is refused'),
  timeoutMs: z
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .default(CALL_TIMEOUT_MS)
    .describe('Milliseconds after which a call is cancelled'),
} as const;

/** Real paths; ROOT_NOT_FOUND for a path that is not a folder. */
export function allowedRoots(allow: readonly string[] | undefined, { cwd }: Pick<CliHost, 'cwd'>): readonly string[] {
  return (allow ?? ['.']).map((folder) => {
    const path = resolve(cwd, folder);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(path);
    throw new UnflakeError('ROOT_NOT_FOUND', `there is no folder ${path}`, { root: path });
  });
}

/** Cancelled calls end within seconds, also on a busy machine. */
const STOPS_WITHIN_MS = 60_000;

/** The first stop request cancels the calls; the second, or a call that does not end, exits at once, and the keeper kills what is left. */
export function stopRequest({ onInterrupt, exitNow }: CliHost, say: (line: string) => void): AbortSignal {
  const controller = new AbortController();
  onInterrupt(() => {
    if (controller.signal.aborted) return exitNow(EXIT.interrupted);
    say('stopping… running calls are cancelled; press Ctrl-C again to quit at once');
    controller.abort();
    setTimeout(() => {
      say(`a call did not end within ${STOPS_WITHIN_MS / 1000} s; what it has started is killed`);
      exitNow(EXIT.interrupted);
    }, STOPS_WITHIN_MS).unref();
  });
  return controller.signal;
}
