/** The flags of one tool, derived from its input schema. Help, completion and the parser of arguments use these. */
import * as z from 'zod';
import type { AnyTool } from '../tools/lib/tool.ts';

export interface Flag {
  /** The field of the input. */
  readonly field: string;
  /** In kebab-case, without the dashes. */
  readonly name: string;
  readonly kind: 'text' | 'number' | 'switch';
  /** May be given several times. */
  readonly many: boolean;
  readonly required: boolean;
  readonly choices: readonly string[];
  readonly summary: string;
  /** The default as text, or null if there is none worth showing. */
  readonly fallback: string | null;
}

/** What follows `--` goes to this field. */
export const REST_FIELD = 'rest';

export function flagsOf(tool: Pick<AnyTool, 'name' | 'input'>): readonly Flag[] {
  const schema = z.toJSONSchema(tool.input, { io: 'input' });
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).map(([field, property]) => {
    if (typeof property === 'boolean') throw new Error(`${tool.name}.${field}: a flag needs a type`);
    return flag(tool.name, field, property, required.includes(field));
  });
}

export function kebab(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type Property = Exclude<NonNullable<z.core.JSONSchema.BaseSchema['properties']>[string], boolean>;

function flag(tool: string, field: string, property: Property, required: boolean): Flag {
  const many = property.type === 'array';
  const value = many ? property.items : property;
  if (!value || typeof value === 'boolean' || Array.isArray(value))
    throw new Error(`${tool}.${field}: an array needs one type`);
  return {
    field,
    name: kebab(field),
    kind: kindOf(tool, field, value.type),
    many,
    required,
    choices: (value.enum ?? []).map(String),
    summary: property.description ?? '',
    fallback: shownDefault(property.default),
  };
}

function kindOf(tool: string, field: string, type: unknown): Flag['kind'] {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'switch';
  throw new Error(`${tool}.${field}: a flag cannot hold ${JSON.stringify(type)}`);
}

// A switch is off and a list is empty by default; help does not repeat that.
function shownDefault(value: unknown): string | null {
  if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return null;
  return String(value);
}
