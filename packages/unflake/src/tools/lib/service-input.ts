/** The input of a tool as a service takes it: without what only a terminal has a use for, and without commands. */
import type { z } from 'zod';
import { UnflakeError } from '../../contract/faults.ts';
import { type CheckedInput, checkInput, strictInput } from './envelope.ts';
import { withCurrentValues } from './renamed-values.ts';
import type { AnyTool } from './tool.ts';

/** What follows `--` on the command line: a command to run. */
const COMMAND_FIELD = 'rest';

/** Fields that name a file or a folder, in whatever tool. A relative path starts at the current folder. */
export const PATH_FIELDS = ['root', 'store', 'config', 'index', 'suite', 'knownFile', 'paths'] as const;

// Cached: building a schema costs more than using it, and a service uses it for every call.
const schemaCache = new WeakMap<AnyTool, z.ZodObject>();

/** The tool's own schema where a service leaves nothing out. */
export function serviceInput(tool: AnyTool): z.ZodObject {
  let schema = schemaCache.get(tool);
  if (schema === undefined) {
    const without = [...(tool.onlyTerminal ?? []), COMMAND_FIELD].filter((field) => field in tool.input.shape);
    const mask: Record<string, true> = Object.fromEntries(without.map((field) => [field, true]));
    schema = without.length === 0 ? strictInput(tool) : tool.input.omit(mask as never).strict();
    schemaCache.set(tool, schema);
  }
  return schema;
}

/** What the tool's own schema makes of the input. Throws a fault for what a service does not take. */
export function checkServiceInput(tool: AnyTool, rawInput: unknown): CheckedInput {
  if (isRecord(rawInput) && COMMAND_FIELD in rawInput && COMMAND_FIELD in tool.input.shape) {
    const message = `\`${COMMAND_FIELD}\` is a command, and commands are not taken from a request`;
    throw new UnflakeError('COMMAND_NOT_ALLOWED', message, { field: COMMAND_FIELD });
  }
  const [service, own] = [serviceInput(tool), strictInput(tool)];
  const { input } = withCurrentValues(tool, rawInput);
  const checked = checkInput(service, input);
  // What a service leaves out has defaults that the tool counts on.
  return service === own ? checked : checkInput(own, input);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
