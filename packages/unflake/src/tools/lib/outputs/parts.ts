/** Shared parts of results, as schemas. The types are those of the contract; the compiler checks that they agree. */
import * as z from 'zod';
import { CAUSES, type Family, type Kind, VERDICTS } from '../../../contract/cause.ts';
import { OUTCOMES } from '../../../contract/outcome.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { TrialId } from '../../../contract/trial.ts';

/** For a schema that says less than the type: a brand exists only in the compiler, and the fields of a report are not a stable interface. */
export const looser = <T>(schema: z.ZodType): z.ZodType<T> => schema as z.ZodType<T>;

export const TEST = looser<TestId>(z.string());
export const TRIAL = looser<TrialId>(z.string().regex(/^t-\d+$/));
export const OUTCOME = z.enum(OUTCOMES);
export const VERDICT = z.enum(VERDICTS);
export const COUNT = z.int().min(0);
/** ISO 8601, UTC. */
export const MOMENT = z.iso.datetime();
export const MS = z.number().min(0);
export const TALLY = z.strictObject({ failures: COUNT, runs: COUNT });
export const FAMILY = z.enum(Object.keys(CAUSES) as [Family, ...Family[]]);
export const KIND = z.enum(Object.values(CAUSES).flat() as [Kind, ...Kind[]]);
export const CAUSE = z.strictObject({ family: FAMILY, kind: KIND });
export const LINE = z.int().min(1);
export const CONDITIONS = z.record(z.string(), z.string());
