/** The input of a tool in a service: without fields that only a terminal needs, and without commands. */
import type { z } from 'zod';
import { UnflakeError } from '../../contract/faults.ts';
import { isPostgresAddress } from '../../store/postgres/address.ts';
import { type CheckedInput, checkInput, strictInput } from './envelope.ts';
import { withCurrentValues } from './renamed-values.ts';
import type { AnyTool } from './tool.ts';

/** The command after `--` on the command line. */
const COMMAND_FIELD = 'rest';

/** Fields of any tool that name a file or a folder. A relative path is relative to the current folder. */
export const PATH_FIELDS = [
  'root',
  'store',
  'config',
  'index',
  'suite',
  'knownFile',
  'paths',
  'shards',
  'files',
  'reports',
] as const;

/** A request chooses among files of the allowed folders. The database is chosen by whoever starts the service. */
export const isDatabase = isPostgresAddress;

// Cached: building a schema costs more than using it, and a service uses it for every call.
const schemaCache = new WeakMap<AnyTool, z.ZodObject>();

/** The tool's own schema if a service omits nothing. */
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

/** Parses the input with the tool's own schema. Throws a fault for fields that a service does not accept. */
export function checkServiceInput(tool: AnyTool, rawInput: unknown): CheckedInput {
  if (isRecord(rawInput) && COMMAND_FIELD in rawInput && COMMAND_FIELD in tool.input.shape) {
    const message = `\`${COMMAND_FIELD}\` is a command, and commands are not taken from a request`;
    throw new UnflakeError('COMMAND_NOT_ALLOWED', message, { field: COMMAND_FIELD });
  }
  const [service, own] = [serviceInput(tool), strictInput(tool)];
  const { input } = withCurrentValues(tool, rawInput);
  const checked = checkInput(service, input);
  // Omitted fields have defaults that the tool relies on.
  return service === own ? checked : checkInput(own, input);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
