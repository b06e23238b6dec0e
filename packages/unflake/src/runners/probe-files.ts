/** Where our probes read their selection and write their stream: the same for every runner that has a probe. */
import type { Command } from '../contract/command.ts';
import type { RunnerContext, RunRequest } from '../contract/runner.ts';

const SELECTION = 'selection.json';

export type ProbeFiles = Pick<Command, 'env' | 'files' | 'reads'>;

export const streamPath = (context: RunnerContext): string => `${context.folder}/stream.jsonl`;

/** To run exactly these tests in this order. */
export function probeSelection(request: RunRequest, context: RunnerContext): ProbeFiles {
  const { tests, repeat, forks, forkMs, conditions } = request;
  return {
    env: {
      UNFLAKE_STREAM: streamPath(context),
      UNFLAKE_SELECTION: `${context.folder}/${SELECTION}`,
      UNFLAKE_LIST: null,
      // Probes of Node and Python have detectors of their own.
      ...(conditions.detectors === 'on' ? { UNFLAKE_DETECTORS: 'on' } : {}),
    },
    files: { [SELECTION]: JSON.stringify({ tests, repeat, forks, forkMs }) },
    reads: [streamPath(context)],
  };
}

/** To collect and run nothing. */
export function probeListing(context: RunnerContext): ProbeFiles {
  return {
    env: { UNFLAKE_STREAM: streamPath(context), UNFLAKE_LIST: '1', UNFLAKE_SELECTION: null },
    files: {},
    reads: [streamPath(context)],
  };
}
