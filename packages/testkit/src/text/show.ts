/**
 * One text for any value: keys sorted, cycles marked, nothing left out, so that equal data gives equal text. Used for error messages (with
 * a limit) and comparisons (without one).
 */

/** The whole value as text; `within` detects cycles. */
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
  // Sorted: two collections with the same entries are equal in any insertion order.
  return `{${parts.sort().join(', ')}}`;
}

/** Enough for a message; longer text is marked as cut. */
export const MAX_BRIEF = 500;

/** The value as text for a message, cut at a limit. */
export function brief(value: unknown): string {
  const text = show(value);
  return text.length <= MAX_BRIEF ? text : `${text.slice(0, MAX_BRIEF)}… (${text.length} characters)`;
}
