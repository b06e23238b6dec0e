/** Turns the query of a URL into a tool's raw input: values become numbers, lists or booleans as the schema says. */
import * as z from 'zod';
import type { AnyTool } from '../../tools/lib/tool.ts';

type Property = { readonly type?: unknown; readonly items?: unknown };

/** A value that does not fit stays a string, so that the schema can report it. */
export function queryInput(tool: AnyTool, query: URLSearchParams): Readonly<Record<string, unknown>> {
  const properties = (z.toJSONSchema(tool.input, { io: 'input' }).properties ?? {}) as Record<string, Property>;
  // Without a prototype, because a client chooses the names.
  const input: Record<string, unknown> = Object.create(null);
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    const property = Object.hasOwn(properties, name) ? properties[name]! : {};
    if (property.type === 'array') input[name] = values.map((value) => converted(property.items as Property, value));
    else input[name] = values.length === 1 ? converted(property, values[0]!) : values;
  }
  return input;
}

function converted({ type }: Property, value: string): unknown {
  if ((type === 'number' || type === 'integer') && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
