/** The result of `env dist`. */
import * as z from 'zod';
import { DIST_BUILDS, type DistProblem, type DistResult } from '../../../testbed/distribution/model.ts';
import { COUNT } from './parts.ts';

const BUILD = z.enum(DIST_BUILDS);
const NAMES = z.array(z.string());
const SAID = { archive: z.string().nullable(), message: z.string() };

const PROBLEM = z.union([
  z.strictObject({ ...SAID, kind: z.enum(['no-archive', 'left-unclean']), build: BUILD, files: NAMES }),
  z.strictObject({
    ...SAID,
    kind: z.literal('differs'),
    file: z.string(),
    how: z.enum(['only-clean', 'only-after', 'content']),
  }),
  z.strictObject({ ...SAID, kind: z.literal('manifest'), file: z.string(), how: z.enum(['missing', 'unexpected']) }),
  z.strictObject({
    ...SAID,
    kind: z.enum(['required', 'excluded']),
    pattern: z.string(),
    file: z.string().nullable(),
  }),
  z.strictObject({ ...SAID, kind: z.literal('several-tops'), files: NAMES }),
]) satisfies z.ZodType<DistProblem>;

export const ENV_DIST = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('refused'), why: z.string(), files: NAMES }),
  z.strictObject({
    state: z.literal('failed'),
    build: BUILD,
    command: z.strictObject({ argv: z.tuple([z.string()], z.string()), cwd: z.string() }),
    run: z.strictObject({ exitCode: z.int().nullable(), stdout: z.string(), stderr: z.string() }),
  }),
  z.strictObject({
    state: z.literal('checked'),
    archives: z.array(z.strictObject({ name: z.string(), files: COUNT, sha256: z.string() })),
    problems: z.array(PROBLEM),
  }),
]) satisfies z.ZodType<DistResult>;
