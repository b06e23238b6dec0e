/**
 * One text for any value: keys sorted, cycles marked, nothing left out, so that equal data gives equal text. Serves
 * error messages (with a limit) and comparisons (without one).
 */

/** The whole value as text; within the objects that it is found in, it may be one of them. */
export function show(value: unknown, within: readonly unknown[] = []): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `[function ${value.name}]`;
  if (Object.is(value, -0)) return '-0';
  const isText = value instanceof Error || value instanceof RegExp;
  if (typeof value !== 'object' || value === null || isText) return String(value);
  if (value instanceof Date) return value.toJSON() ?? 'Invalid Date';
  if (within.includes(value)) return '[cycle]';
  const text = showParts(value, (part) => show(part, [...within, value]));
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name ?? 'Object';
  return name === 'Object' || name === 'Array' ? text : `${name} ${text}`;
}

function showParts(value: object, inner: (part: unknown) => string): string {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return `[${Array.from(value as ArrayLike<unknown>, inner).join(', ')}]`;
  }
  const parts =
    value instanceof Map || value instanceof Set
      ? Array.from<unknown, string>(value, inner)
      : Object.entries(value).map(([key, held]) => `${/^[\w$]+$/.test(key) ? key : show(key)}: ${inner(held)}`);
  // Sorted: two that hold the same are equal whatever the order in which it was put in.
  return `{${parts.sort().join(', ')}}`;
}

/** Enough for a message: what is longer says so. */
export const MAX_BRIEF = 500;

/** The value as text for a message, cut where it gets long. */
export function brief(value: unknown): string {
  const text = show(value);
  return text.length <= MAX_BRIEF ? text : `${text.slice(0, MAX_BRIEF)}… (${text.length} characters)`;
}
