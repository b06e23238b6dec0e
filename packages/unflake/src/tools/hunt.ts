/** `unflake hunt [paths…]`: finds the flaky tests of a suite within a budget. */
import * as z from 'zod';
import { HUNT_DEFAULTS as DEFAULTS } from './lib/hunt/hunt-defaults.ts';
import { HUNT_PRINTING, huntExit } from './lib/hunt/hunt-printing.ts';
import { HUNT } from './lib/outputs/hunt.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import { ISOLATE_FS, JOBS, LAUNCHER, minutesFlag, RUNNER, seedFlag, timeoutFlag, WORKERS } from './lib/trial-flags.ts';

const input = z.object({
  ...PLACE,
  paths: z.array(z.string().min(1)).default([]).describe('Files and folders whose tests are hunted; by default all'),
  changed: z
    .string()
    .min(1)
    .optional()
    .describe('Only tests that differ from this revision, are new, or reach code that does'),
  runner: RUNNER,
  seed: seedFlag('hunt', DEFAULTS.maxSeed),
  rounds: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(`Rounds at most; by default ${DEFAULTS.rounds}, and ${DEFAULTS.sharedRounds} of all shards together`),
  shard: z
    .string()
    .regex(/^[1-9]\d{0,2}\/[1-9]\d{0,2}$/, 'expected a number and how many there are, like 3/8')
    .optional()
    .describe(
      'Run only this part of the rounds, like `3/8`; needs `--seed`, the same for all. `unflake hunt merge` joins the parts',
    ),
  minutes: minutesFlag(DEFAULTS.minutes),
  jobs: JOBS,
  timeout: timeoutFlag(DEFAULTS.timeoutSeconds),
  launcher: LAUNCHER,
  isolateFs: ISOLATE_FS,
  workers: WORKERS,
  diagnose: z
    .boolean()
    .default(false)
    .describe('Then open a case for one flaky test of each cluster, the largest first, within the rest of the minutes'),
  ...HUNT_PRINTING,
  resume: z.string().min(1).optional().describe('Resume this hunt (its id, or `latest`) instead of opening one'),
});

export const huntTool = defineTool({
  name: 'hunt',
  command: 'hunt',
  summary: 'find the flaky tests of a suite within a budget',
  examples: [
    { line: 'hunt', does: 'all tests of the project' },
    { line: 'hunt tests/unit --minutes 5', does: 'the tests of one folder, for five minutes' },
    { line: 'hunt --changed origin/main', does: 'the tests that the changes of this branch touch' },
    { line: 'hunt --rounds 12 --seed 42', does: 'twelve rounds, choosing the same ones again' },
    { line: 'hunt --diagnose --minutes 40', does: 'and then diagnose one test of each cluster' },
    { line: 'hunt --format junit --out hunt.xml', does: 'for a CI server' },
    {
      line: 'hunt --shard 3/8 --seed 42 --store hunt-3.sqlite',
      does: 'the third of eight parts, each on a machine of its own',
    },
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
  exitCode: huntExit,
});
