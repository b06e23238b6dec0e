/** Applies normalisers to every text in a value. What carries the meaning of an envelope is never touched. */
import type { Normaliser } from './normalisers.ts';

// Wherever two outputs differ here, they really differ.
const PROTECTED = new Set(['ok', 'error.code', 'error.message']);
const PROTECTED_KEYS = new Set(['error', ...PROTECTED]);

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
  const begun = normalisers.map((begin) => begin());
  const change = (text: string) => begun.reduce((result, apply) => apply(result), text);
  return walk(value, change, '') as T;
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
  return normalisers.map((begin) => begin()).reduce((result, apply) => apply(result), text);
}

function walk(value: unknown, change: (text: string) => string, path: string): unknown {
  if (PROTECTED.has(path)) return value;
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, change, `${path}[]`));
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([key, held]) => {
    const inner = path === '' ? key : `${path}.${key}`;
    return [PROTECTED_KEYS.has(inner) ? key : change(key), walk(held, change, inner)];
  });
  return Object.fromEntries(entries);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}
