/** The tools as `tools/list` shows them: their input and the envelope of their result. */
import * as z from 'zod';
import { SCHEMA_VERSION } from '../../contract/versions.ts';
import { serviceInput } from '../../tools/lib/service-input.ts';
import type { AnyTool } from '../../tools/lib/tool.ts';
import type { ToolEntry } from '../../tools/registry.ts';

type Schema = Readonly<Record<string, unknown>> & { readonly type: 'object' };

export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
}

export interface McpTools {
  readonly schemaVersion: string;
  readonly tools: readonly McpTool[];
}

/** Loads every tool and its libraries, so only on request. */
export async function describeTools(entries: readonly ToolEntry[]): Promise<McpTools> {
  const tools = await Promise.all(entries.map((entry) => entry.load()));
  return { schemaVersion: SCHEMA_VERSION, tools: tools.map(describe) };
}

function describe(tool: AnyTool): McpTool {
  return {
    name: tool.name,
    description: `${tool.summary.charAt(0).toUpperCase()}${tool.summary.slice(1)}.`,
    inputSchema: schemaOf(serviceInput(tool), 'input'),
    outputSchema: envelopeSchema(schemaOf(tool.output, 'output')),
  };
}

// The protocol's default dialect, so it is not named.
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...schemaBody } = z.toJSONSchema(schema, { io });
  return { type: 'object', ...schemaBody } as Schema;
}

const META = {
  type: 'object',
  properties: {
    schemaVersion: { type: 'string' },
    toolingVersion: { type: 'string' },
    ts: { type: 'string', format: 'date-time' },
    requestId: { type: 'string' },
    durationMs: { type: 'number' },
  },
  required: ['schemaVersion', 'toolingVersion', 'ts', 'requestId', 'durationMs'],
  additionalProperties: false,
};

const ERROR = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' }, details: { type: 'object' } },
  required: ['code', 'message', 'details'],
  additionalProperties: false,
};

/** `result` when `ok`, `error` when not. */
function envelopeSchema(result: Schema): Schema {
  return {
    type: 'object',
    properties: { ok: { type: 'boolean' }, result, error: ERROR, _meta: META },
    required: ['ok', '_meta'],
    additionalProperties: false,
  };
}
