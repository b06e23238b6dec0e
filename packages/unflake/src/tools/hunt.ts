/** `unflake hunt [paths…]`: finds the flaky tests of a suite within a budget. */
import { z } from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { LAUNCHERS } from '../engine/launchers/choose-launcher.ts';
import { HUNT_DEFAULTS as DEFAULTS } from './lib/hunt/hunt-defaults.ts';
import { HUNT } from './lib/outputs/hunt.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import { HUNT_FORMATS } from './lib/tool-results.ts';

const input = z.object({
  ...PLACE,
  paths: z.array(z.string().min(1)).default([]).describe('Files and folders whose tests are hunted; by default all'),
  runner: z.string().min(1).optional().describe('Runner to use when the project has several'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(DEFAULTS.maxSeed)
    .optional()
    .describe('Repeats the random draws of an earlier hunt; by default new, and printed'),
  rounds: z.number().int().min(1).max(100_000).optional().describe(`Rounds at most; by default ${DEFAULTS.rounds}`),
  minutes: z.number().positive().max(10_000).optional().describe(`Minutes at most; by default ${DEFAULTS.minutes}`),
  jobs: z
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('Trials in parallel; by default 1, because parallel trials can themselves make a test fail'),
  timeout: z
    .number()
    .positive()
    .max(86_400)
    .optional()
    .describe(
      `Seconds after which a trial is ended, until its usual time is known; by default ${DEFAULTS.timeoutSeconds}`,
    ),
  launcher: z
    .enum(LAUNCHERS)
    .optional()
    .describe(
      '`cold` starts each trial as a new process, the reference; by default the fastest way that agrees with it',
    ),
  isolateFs: z.boolean().optional().describe('Give each trial its own copy of the project'),
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
