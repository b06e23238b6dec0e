/** What the tools that end with the result of a hunt share: how it is printed, and the exit code. */
import * as z from 'zod';
import { EXIT } from '../../../contract/exit-codes.ts';
import type { HuntResult } from '../../../contract/hunt.ts';
import { HUNT_FORMATS } from '../tool-results.ts';

export const HUNT_PRINTING = {
  format: z
    .enum(HUNT_FORMATS)
    .default('text')
    .describe('What to write; `github` is annotations, `markdown` a job summary'),
  out: z.string().min(1).optional().describe('File to write; by default the standard output'),
} as const;

export function huntExit({ flaky, rounds, tests }: Pick<HuntResult, 'flaky' | 'rounds' | 'tests'>): number {
  if (flaky.length > 0) return EXIT.found;
  if (tests === 0) return EXIT.done;
  return rounds.length === 0 ? EXIT.inconclusive : EXIT.done;
}
