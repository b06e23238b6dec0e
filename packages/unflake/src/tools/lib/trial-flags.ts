/** The flags of every tool that runs trials: one schema and one text each. */
import * as z from 'zod';
import { LAUNCHERS } from '../../engine/launchers/choose-launcher.ts';

export const RUNNER = z.string().min(1).optional().describe('Runner to use when the project has several');

/** `earlier`: what has the draws that are repeated. `max`: seeds are printed and typed, so they are short. */
export const seedFlag = (earlier: string, max: number) =>
  z
    .number()
    .int()
    .min(0)
    .max(max)
    .optional()
    .describe(`Repeats the random draws of an earlier ${earlier}; by default new, and printed`);

export const minutesFlag = (usual: number | string) =>
  z.number().positive().max(10_000).optional().describe(`Minutes at most; by default ${usual}`);

export const trialsFlag = (usual: number) =>
  z.number().int().min(1).max(100_000).optional().describe(`Trials at most; by default ${usual}`);

export const JOBS = z
  .number()
  .int()
  .min(1)
  .max(64)
  .optional()
  .describe('Trials in parallel; by default 1, because parallel trials can themselves make a test fail');

/** `until`: until when this limit applies, for the text. */
export const timeoutFlag = (usual: number, until = ', until its usual time is known') =>
  z
    .number()
    .positive()
    .max(86_400)
    .optional()
    .describe(`Seconds after which a trial is ended${until}; by default ${usual}`);

export const LAUNCHER = z
  .enum(LAUNCHERS)
  .optional()
  .describe('`cold` starts each trial as a new process, the reference; by default the fastest way that agrees with it');

export const ISOLATE_FS = z.boolean().optional().describe('Give each trial its own copy of the project');

export const WORKERS = z
  .boolean()
  .default(false)
  .describe(
    'Let the workers of the database run the trials (`unflake worker`); `--jobs` then says how many trials are asked for at once, 8 by default',
  );
