/** The files from which our probes read their selection and to which they write their stream; the same for every runner with a probe. */
import type { Command } from '../contract/command.ts';
import type { RunnerContext, RunRequest } from '../contract/runner.ts';

const SELECTION = 'selection.json';

export type ProbeFiles = Pick<Command, 'env' | 'files' | 'reads'>;

export const streamPath = (context: RunnerContext): string => `${context.folder}/stream.jsonl`;

/** Runs exactly these tests in this order. */
export function probeSelection(request: RunRequest, context: RunnerContext): ProbeFiles {
  const { tests, repeat, forks, forkMs, conditions } = request;
  return {
    env: {
      UNFLAKE_STREAM: streamPath(context),
      UNFLAKE_SELECTION: `${context.folder}/${SELECTION}`,
      UNFLAKE_LIST: null,
      // The probes for Node and Python have their own detectors.
      ...(conditions.detectors === 'on' ? { UNFLAKE_DETECTORS: 'on' } : {}),
    },
    files: { [SELECTION]: JSON.stringify({ tests, repeat, forks, forkMs }) },
    reads: [streamPath(context)],
  };
}

/** Collects tests and runs none. */
export function probeListing(context: RunnerContext): ProbeFiles {
  return {
    env: { UNFLAKE_STREAM: streamPath(context), UNFLAKE_LIST: '1', UNFLAKE_SELECTION: null },
    files: {},
    reads: [streamPath(context)],
  };
}
