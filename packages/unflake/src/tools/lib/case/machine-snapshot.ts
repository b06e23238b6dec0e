/** What a case keeps of the machine that it was opened on, so that a resumed run chooses the same trials and gives them the same effects. */
import * as z from 'zod';
import type { KnobChoice, KnobReach, KnobRefusal } from '../../../contract/knob.ts';
import type { MachineFacts } from '../../../engine/knobs/machine-facts.ts';
import { CAUSE } from '../outputs/parts.ts';

const WORDS = z.array(z.string()).readonly();

const REACH = z.object({ rule: z.string(), reaches: WORDS, misses: WORDS }) satisfies z.ZodType<KnobReach>;

const CHOICE = z.object({
  knob: z.string(),
  cause: CAUSE,
  shape: z.enum(['growing', 'any', 'seed']),
  settings: WORDS,
  pin: z.string(),
  control: z.string().nullable(),
  cost: z.number(),
  exclusive: z.boolean(),
  deterministic: z.boolean(),
  onlyForBroken: z.literal(true).exactOptional(),
  printable: z.boolean(),
  reach: z.array(REACH).readonly().exactOptional(),
}) satisfies z.ZodType<KnobChoice>;

const REFUSAL = z.object({
  knob: z.string(),
  why: z.string(),
  enable: z.string().nullable(),
}) satisfies z.ZodType<KnobRefusal>;

/** The paths of our own files may be others in the next run. */
type KeptFacts = Omit<MachineFacts, 'shim' | 'preloads'>;

const LIMIT = z.number().nullable();

export const FACTS = z.object({
  platform: z.string(),
  cores: z.number(),
  firstProcessor: z.number(),
  root: z.boolean(),
  tools: WORDS,
  locales: WORDS,
  limits: z.object({ files: LIMIT, memory: LIMIT }),
  groups: z.boolean(),
  offline: WORDS.nullable(),
}) satisfies z.ZodType<KeptFacts>;

/** Cases of earlier releases kept the number of cores alone. */
export const MACHINE_SNAPSHOT = z.object({
  cores: z.number(),
  facts: FACTS.exactOptional(),
  knobs: z.array(CHOICE).readonly(),
  refused: z.array(REFUSAL).readonly(),
});

export type MachineSnapshot = z.output<typeof MACHINE_SNAPSHOT>;
