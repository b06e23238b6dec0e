/** `unflake hunt merge <shards…>`: joins the shards of a hunt into one result. */
import * as z from 'zod';
import { HUNT_PRINTING, huntExit } from './lib/hunt/hunt-printing.ts';
import { HUNT } from './lib/outputs/hunt.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import { JOBS, minutesFlag } from './lib/trial-flags.ts';

const input = z.object({
  ...PLACE,
  shards: z
    .array(z.string().min(1))
    .min(1)
    .describe('All shards of one hunt: their ids in this store, or the store files that they were run with'),
  minutes: minutesFlag('those of the shards'),
  jobs: JOBS,
  ...HUNT_PRINTING,
});

export const huntMergeTool = defineTool({
  name: 'hunt_merge',
  command: 'hunt merge',
  summary: 'join the shards of a hunt into one result, and run again what failed in them',
  examples: [
    { line: 'hunt merge hunt-1.sqlite hunt-2.sqlite', does: 'two shards that ran on other machines' },
    { line: 'hunt merge hunt-*.sqlite --format markdown --out hunt.md', does: 'for the summary of a CI job' },
  ],
  input,
  output: HUNT,
  positionals: ['shards'],
  onlyTerminal: ['format', 'out'],
  // Help must not wait for the engine and the plans.
  run: async (given, context) => {
    const { mergeHunts } = await import('./lib/hunt/merge-hunts.ts');
    const { result } = await mergeHunts(given, context);
    return { ...result, format: given.format, out: given.out ?? null };
  },
  exitCode: huntExit,
});
