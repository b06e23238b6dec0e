/** Results of the `env` tools; `env validate` has the result of `scan`. */
import * as z from 'zod';
import { STEP_KINDS } from '../../../testbed/names.ts';
import type {
  EnvCleanResult,
  EnvGraphResult,
  EnvHelpersResult,
  EnvRunResult,
  EnvStatusResult,
  EnvWithResult,
} from '../env/results.ts';
import { COUNT, MS } from './parts.ts';

const STEP_KIND = z.enum(STEP_KINDS);
const NAMES = z.array(z.string());
const SUITE = { suite: z.string(), envs: z.string() };

export const ENV_STATUS = z.strictObject({
  ...SUITE,
  environments: z.array(
    z.strictObject({
      environment: z.string(),
      state: z.enum(['absent', 'locked', 'foreign', 'stale', 'dirty', 'clean']),
      why: z.string(),
      marker: z.string().nullable(),
      holders: z.array(z.strictObject({ pid: z.int(), words: z.string(), as: z.enum(['taker', 'child']) })),
      complete: NAMES,
      next: z.string(),
      runs: NAMES,
      aboutMs: MS.nullable(),
    }),
  ),
}) satisfies z.ZodType<EnvStatusResult>;

export const ENV_RUN = z.strictObject({
  ...SUITE,
  foundation: z.enum(['built', 'reused', 'failed', 'none']),
  steps: z.array(
    z.strictObject({
      step: z.string(),
      kind: STEP_KIND,
      environment: z.string(),
      role: z.enum(['asked', 'prerequisite']),
      outcome: z.enum(['passed', 'failed', 'timed-out', 'crashed', 'interrupted', 'not-run']),
      why: z.string().nullable(),
      ms: MS,
      tests: z.strictObject({ passed: COUNT, failed: COUNT, skipped: COUNT }).nullable(),
      output: z.string().nullable(),
      notes: NAMES,
    }),
  ),
  rebuilt: z.array(
    z.strictObject({
      environment: z.string(),
      state: z.enum(['absent', 'foreign', 'stale', 'dirty']),
      why: z.string(),
    }),
  ),
  ms: MS,
}) satisfies z.ZodType<EnvRunResult>;

export const ENV_GRAPH = z.strictObject({
  suite: z.string(),
  format: z.enum(['text', 'dot']),
  steps: z.array(
    z.strictObject({
      step: z.string(),
      kind: STEP_KIND,
      environment: z.string(),
      from: z.string().nullable(),
      after: NAMES,
      needs: NAMES,
      runs: z.string(),
      lastMs: MS.nullable(),
    }),
  ),
}) satisfies z.ZodType<EnvGraphResult>;

export const ENV_WITH = z.strictObject({
  environment: z.string(),
  argv: NAMES,
  code: z.int().nullable(),
  signal: z.string().nullable(),
  timedOut: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
  ms: MS,
}) satisfies z.ZodType<EnvWithResult>;

export const ENV_CLEAN = z.strictObject({ envs: z.string(), cleaned: NAMES }) satisfies z.ZodType<EnvCleanResult>;
export const ENV_HELPERS = z.strictObject({ path: z.string() }) satisfies z.ZodType<EnvHelpersResult>;
