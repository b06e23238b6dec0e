/**
 * One text for any value: keys sorted, cycles marked, nothing left out, so that equal data gives equal text. Serves
 * error messages (with a limit) and comparisons (without one).
 */

/** The whole value as text. */
export function show(value: unknown): string {
  return print(value, []);
}

/** Enough for a message: what is longer says so. */
export const LONGEST_BRIEF = 500;

/** The value as text for a message, cut where it gets long. */
export function brief(value: unknown): string {
  const text = show(value);
  return text.length <= LONGEST_BRIEF ? text : `${text.slice(0, LONGEST_BRIEF)}… (${text.length} characters)`;
}

function print(value: unknown, above: readonly object[]): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'bigint':
      return `${value}n`;
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'boolean':
    case 'undefined':
    case 'symbol':
      return String(value);
    case 'function':
      return `[function ${value.name || 'anonymous'}]`;
    default:
      return printObject(value as object | null, above);
  }
}

function printObject(value: object | null, ancestors: readonly object[]): string {
  if (value === null) return 'null';
  if (ancestors.includes(value)) return '[cycle]';
  const above = [...ancestors, value];
  const list = (items: Iterable<unknown>) => [...items].map((item) => print(item, above));
  if (Array.isArray(value)) return `[${list(value).join(', ')}]`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  // Sets and maps are sorted: two that hold the same are equal whatever the order of insertion.
  if (value instanceof Set) return `Set {${list(value).sort().join(', ')}}`;
  if (value instanceof Map) {
    const entries = [...value].map(([key, held]) => `${print(key, above)} => ${print(held, above)}`);
    return `Map {${entries.sort().join(', ')}}`;
  }
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return `${value.constructor.name} [${list(value as unknown as Iterable<unknown>).join(', ')}]`;
  }
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${printKey(key)}: ${print(Reflect.get(value, key), above)}`);
  const prototype: unknown = Object.getPrototypeOf(value);
  const name = prototype === null || prototype === Object.prototype ? '' : `${value.constructor?.name ?? 'Object'} `;
  return `${name}{${fields.length > 0 ? ` ${fields.join(', ')} ` : ''}}`;
}

function printKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
