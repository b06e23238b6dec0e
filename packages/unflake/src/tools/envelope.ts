/** Turns a call into an envelope: checks the input, runs the tool, and answers faults as data. Bugs are thrown on with their stack. */
import type { z } from 'zod';
import type { Envelope, Meta } from '../contract/envelope.ts';
import { isFault, UnflakeError } from '../contract/faults.ts';
import { SCHEMA_VERSION, TOOLING_VERSION } from '../contract/versions.ts';
import { inputProblems, problemText } from './envelope-problems.ts';
import type { AnyTool, ToolContext } from './tool.ts';

export async function callTool(tool: AnyTool, rawInput: unknown, context: ToolContext): Promise<Envelope> {
  const meta = startMeta(context);
  try {
    // The schema stands beside `run` in the same tool, so what it lets through is what `run` takes.
    const result = await tool.run(checkInput(strictInput(tool), rawInput) as never, context);
    return { ok: true, result, _meta: meta() };
  } catch (error) {
    if (!isFault(error)) throw error;
    return faultEnvelope(error, meta());
  }
}

export function faultEnvelope(fault: UnflakeError, meta: Meta): Envelope<never> {
  return { ok: false, error: { code: fault.code, message: fault.message, details: fault.details }, _meta: meta };
}

/** The clock starts now; the returned function reads it. */
export function startMeta({ clock, entropy }: Pick<ToolContext, 'clock' | 'entropy'>): () => Meta {
  const started = clock.currentTimeMillis();
  const requestId = `r-${entropy().toString(36).padStart(7, '0')}`;
  return () => ({
    schemaVersion: SCHEMA_VERSION,
    toolingVersion: TOOLING_VERSION,
    ts: new Date(started).toISOString(),
    requestId,
    durationMs: clock.currentTimeMillis() - started,
  });
}

/** What the schema makes of an input; a fault that names each wrong field otherwise. Give it a strict schema: an unknown field is wrong too. */
export function checkInput<Schema extends z.ZodType>(schema: Schema, rawInput: unknown): z.output<Schema> {
  const checked = schema.safeParse(rawInput);
  if (checked.success) return checked.data;
  const problems = inputProblems(checked.error.issues, rawInput);
  throw new UnflakeError('INVALID_INPUT', problems.map((problem) => problemText(problem)).join('; '), { problems });
}

// Making a schema costs more than using it, and a service uses it for every call.
const made = new WeakMap<AnyTool, z.ZodObject>();

function strictInput(tool: AnyTool): z.ZodObject {
  const schema = made.get(tool) ?? tool.input.strict();
  made.set(tool, schema);
  return schema;
}
