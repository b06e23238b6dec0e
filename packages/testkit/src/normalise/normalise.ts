/** Applies normalisers to every text in a value. The fields that carry an envelope's meaning are never changed. */
import { inTurn, type Normaliser } from './normalisers.ts';

// Differences in these fields are always real.
const PROTECTED = ['ok', 'error.code', 'error.message'];

/**
 * A copy of plain data with the normalisers applied, in this order, to every text and key, except to `ok`,
 * `error.code` and `error.message`.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { durations, ids, normalise, paths } from '@unflake/testkit/normalise';
 *
 * const output = { file: '/home/ann/repo/src/a.ts', took: '12 ms', id: '0f8fad5b-d9cb-469f-a165-70867728950e' };
 * assert.deepEqual(normalise(output, paths({ '<REPO>': '/home/ann/repo' }), durations(), ids()), {
 *   file: '<REPO>/src/a.ts',
 *   took: '<DURATION>',
 *   id: '<ID-1>',
 * });
 * ```
 */
export function normalise<T>(value: T, ...normalisers: readonly Normaliser[]): T {
  return walk(value, begin(normalisers), '') as T;
}

/**
 * The text with the normalisers applied in this order.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { normaliseText, ports, times } from '@unflake/testkit/normalise';
 *
 * const line = '2026-01-13 10:00:01 listening on http://localhost:40123/';
 * assert.equal(normaliseText(line, times(), ports()), '<TIME> listening on http://localhost:<PORT>/');
 * ```
 */
export function normaliseText(text: string, ...normalisers: readonly Normaliser[]): string {
  return begin(normalisers)(text);
}

const begin = (normalisers: readonly Normaliser[]) => inTurn(normalisers.map((normaliser) => normaliser()));

function walk(value: unknown, change: (text: string) => string, path: string): unknown {
  if (PROTECTED.includes(path)) return value;
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, change, `${path}[]`));
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([key, held]) => {
    const inner = path ? `${path}.${key}` : key;
    const isKept = inner === 'error' || PROTECTED.includes(inner);
    return [isKept ? key : change(key), walk(held, change, inner)];
  });
  return Object.fromEntries(entries);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
