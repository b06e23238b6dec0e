/** What a verification was opened with, stored with it and parsed again: a resumed run must verify the same code within the same rules. */
import * as z from 'zod';
import { UnflakeError } from '../../../contract/faults.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { StoredVerification } from '../../../store/port.ts';

const CODE = z.object({ commit: z.string().nullable(), name: z.string() });

const VERIFY_REQUEST = z.object({
  test: z.string(),
  trials: z.number(),
  minutes: z.number(),
  jobs: z.number(),
  timeoutSeconds: z.number(),
  /** Of the working tree, where that is the new code. */
  digest: z.string().nullable(),
  before: CODE.nullable(),
  after: CODE,
  sameCode: z.boolean(),
  /** Why the old code is not run, where it is not. */
  withoutOld: z.string().nullable(),
});

export type VerifyRequest = Readonly<Omit<z.output<typeof VERIFY_REQUEST>, 'test'>> & { readonly test: TestId };

export function verifyRequest({ id, options }: StoredVerification): VerifyRequest {
  const parsed = VERIFY_REQUEST.safeParse(options);
  // The test was an id when it was stored.
  if (parsed.success) return parsed.data as VerifyRequest;
  throw new UnflakeError('STORE_UNREADABLE', `the request of verification ${id} cannot be read`, { verification: id });
}
