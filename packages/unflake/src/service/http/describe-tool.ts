/** A tool for machines: its input and its result, as JSON Schema 2020-12. */
import * as z from 'zod';
import { serviceInput } from '../../tools/lib/service-input.ts';
import type { AnyTool } from '../../tools/lib/tool.ts';

export interface ToolDescription {
  readonly name: string;
  readonly command: string;
  readonly summary: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
}

export function describeTool(tool: AnyTool): ToolDescription {
  return {
    name: tool.name,
    command: tool.command,
    summary: tool.summary,
    input: schemaOf(serviceInput(tool), 'input'),
    output: schemaOf(tool.output, 'output'),
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schemaBody } = z.toJSONSchema(schema, { io });
  return schemaBody;
}
