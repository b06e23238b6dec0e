/** `unflake hunt [paths…]`: finds the flaky tests of a suite within a budget. */
import { z } from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { HUNT_DEFAULTS as DEFAULTS } from './lib/hunt/hunt-defaults.ts';
import { HUNT } from './lib/outputs/hunt.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import { HUNT_FORMATS } from './lib/tool-results.ts';
import { ISOLATE_FS, JOBS, LAUNCHER, minutesFlag, RUNNER, seedFlag, timeoutFlag } from './lib/trial-flags.ts';

const input = z.object({
  ...PLACE,
  paths: z.array(z.string().min(1)).default([]).describe('Files and folders whose tests are hunted; by default all'),
  runner: RUNNER,
  seed: seedFlag('hunt', DEFAULTS.maxSeed),
  rounds: z.number().int().min(1).max(100_000).optional().describe(`Rounds at most; by default ${DEFAULTS.rounds}`),
  minutes: minutesFlag(DEFAULTS.minutes),
  jobs: JOBS,
  timeout: timeoutFlag(DEFAULTS.timeoutSeconds),
  launcher: LAUNCHER,
  isolateFs: ISOLATE_FS,
  diagnose: z
    .boolean()
    .default(false)
    .describe('Then open a case for one flaky test of each cluster, the largest first, within the rest of the minutes'),
  format: z.enum(HUNT_FORMATS).default('text').describe('What to write; `markdown` suits the summary of a CI job'),
  out: z.string().min(1).optional().describe('File to write; by default the standard output'),
  resume: z.string().min(1).optional().describe('Resume this hunt (its id, or `latest`) instead of opening one'),
});

export const huntTool = defineTool({
  name: 'hunt',
  command: 'hunt',
  summary: 'find the flaky tests of a suite within a budget',
  examples: [
    { line: 'hunt', does: 'all tests of the project' },
    { line: 'hunt tests/unit --minutes 5', does: 'the tests of one folder, for five minutes' },
    { line: 'hunt --rounds 12 --seed 42', does: 'twelve rounds, choosing the same ones again' },
    { line: 'hunt --diagnose --minutes 40', does: 'and then diagnose one test of each cluster' },
    { line: 'hunt --format junit --out hunt.xml', does: 'for a CI server' },
    { line: 'hunt --resume latest', does: 'continue the hunt that was interrupted' },
  ],
  input,
  output: HUNT,
  positionals: ['paths'],
  onlyTerminal: ['format', 'out'],
  // Help must not wait for the engine and the plans.
  run: async (given, context) => {
    const { hunt } = await import('./lib/hunt/open-hunt.ts');
    return { ...(await hunt(given, context)), format: given.format, out: given.out ?? null };
  },
  exitCode: ({ flaky, rounds }) => {
    if (flaky.length > 0) return EXIT.found;
    return rounds.length === 0 ? EXIT.inconclusive : EXIT.done;
  },
});
