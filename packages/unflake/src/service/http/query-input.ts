/** Turns the query of a URL into a tool's raw input: what the schema says is a number, a list or a truth becomes one. */
import { z } from 'zod';
import type { AnyTool } from '../../tools/lib/tool.ts';

type Property = { readonly type?: unknown; readonly items?: unknown };

/** What does not fit stays a text, so that the schema can name it; whether it is right is the tool's business. */
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
