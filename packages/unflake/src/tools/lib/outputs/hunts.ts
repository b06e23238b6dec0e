/** The result of `hunts`. */
import * as z from 'zod';
import { HUNT_KINDS, type HuntsResult } from '../hunts-result.ts';
import { CERTIFY_RESULT } from './certify.ts';
import { HUNT_RESULT } from './hunt.ts';
import { COUNT, MOMENT } from './parts.ts';

export const HUNTS = z.strictObject({
  store: z.string(),
  hunts: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(HUNT_KINDS),
      runner: z.string(),
      seed: z.int(),
      openedAt: MOMENT,
      closedAt: MOMENT.nullable(),
      tests: COUNT,
      trials: COUNT,
      found: COUNT.nullable(),
    }),
  ),
  hunt: HUNT_RESULT.nullable(),
  certification: CERTIFY_RESULT.nullable(),
}) satisfies z.ZodType<HuntsResult>;
