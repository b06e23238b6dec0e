/** Turns a call into an envelope: validates the input, runs the tool, and returns faults as data. Bugs are thrown with their stack. */

import type { z } from 'zod';
import type { Envelope, Meta } from '../../contract/envelope.ts';
import { isFault, UnflakeError } from '../../contract/faults.ts';
import { SCHEMA_VERSION, TOOLING_VERSION } from '../../contract/versions.ts';
import { inputProblems, problemText } from './envelope-problems.ts';
import { withCurrentValues } from './renamed-values.ts';
import type { AnyTool, ToolContext } from './tool.ts';

/** Input that a schema has validated, with defaults filled in. */
export type CheckedInput = Readonly<Record<string, unknown>>;

export function callTool(tool: AnyTool, rawInput: unknown, context: ToolContext): Promise<Envelope> {
  return answerOf(startMeta(context), () =>
    runTool(tool, checkInput(strictInput(tool), withCurrentValues(tool, rawInput).input), context),
  );
}

/** The cast is safe: `checked` was parsed by this tool's own input schema. */
export async function runTool(tool: AnyTool, checked: CheckedInput, context: ToolContext): Promise<unknown> {
  try {
    return await tool.run(checked as never, context);
  } catch (error) {
    throw firstError(error);
  }
}

/** An envelope for a result or a fault. */
export async function answerOf(meta: () => Meta, work: () => Promise<unknown>): Promise<Envelope> {
  try {
    return { ok: true, result: await work(), _meta: meta() };
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
  let requestId: string | undefined;
  return () => {
    requestId ??= `r-${entropy().toString(36).padStart(7, '0')}`;
    return {
      schemaVersion: SCHEMA_VERSION,
      toolingVersion: TOOLING_VERSION,
      ts: new Date(started).toISOString(),
      requestId,
      durationMs: clock.currentTimeMillis() - started,
    };
  };
}

/** Validates an input; throws a fault that names each wrong field. Pass a strict schema: an unknown field is wrong too. */
export function checkInput<Schema extends z.ZodType>(schema: Schema, rawInput: unknown): z.output<Schema> {
  const checked = schema.safeParse(rawInput);
  if (checked.success) return checked.data;
  const problems = inputProblems(checked.error.issues, rawInput);
  throw new UnflakeError('INVALID_INPUT', problems.map((problem) => problemText(problem)).join('; '), { problems });
}

// Cached: building a schema costs more than using it, and a service uses it for every call.
const schemaCache = new WeakMap<AnyTool, z.ZodObject>();

/** The tool's own schema, which refuses unknown fields. */
export function strictInput(tool: AnyTool): z.ZodObject {
  let schema = schemaCache.get(tool);
  if (schema === undefined) {
    schema = tool.input.strict();
    schemaCache.set(tool, schema);
  }
  return schema;
}

/** What a tool threw, as the caller is told: the first error, not the ones of closing things after it; a full disk is a fault. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT']);

/**
 * The first error that a tool threw, not the ones of closing things after it; a full disk is a fault. `await using` joins an error with the
 * one that closing met after it, which is often its consequence.
 */
export function firstError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, suppressed } = error as Error & { readonly suppressed?: unknown };
  if (name === 'SuppressedError') return firstError(suppressed);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined || !DISK_FULL.has(code)) return error;
  const where = path === undefined ? {} : { path };
  return new UnflakeError('DISK_FULL', `no space is left to write ${path ?? 'a file'}`, where, { cause: error });
}
