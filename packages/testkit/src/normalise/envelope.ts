/** The rules for comparing two transports of the same tool: only listed differences are removed. */
import { fail, requireThat } from '../text/refuse.ts';
import { show } from '../text/show.ts';
import { normalise } from './normalise.ts';
import { type Normaliser, paths } from './normalisers.ts';

/** The answer of a tool over any transport. */
export interface Envelope {
  readonly ok: boolean;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface ParityOptions {
  /** The absolute path of the repository; becomes `<REPO>`. */
  readonly repoPath: string;
  /** Arrays whose order has no meaning, as paths: `result.hits`, or `result.groups[].members` within an array. */
  readonly unordered?: readonly string[];
  /** More normalisers, applied after the path. */
  readonly also?: readonly Normaliser[];
}

/**
 * A copy of the envelope that can be compared across transports and machines: without `_meta.ts` and `_meta.durationMs`, with `<REPO>` for
 * the repository and forward slashes, and with the named arrays sorted. `ok`, `error.code` and `error.message` stay as they are.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { normaliseEnvelopeForParity } from '@unflake/testkit/normalise';
 *
 * const envelope = { ok: true, result: { hits: ['/w/repo/b.ts', '/w/repo/a.ts'] }, _meta: { ts: 'now', schemaVersion: '1' } };
 * assert.deepEqual(normaliseEnvelopeForParity(envelope, { repoPath: '/w/repo', unordered: ['result.hits'] }), {
 *   ok: true,
 *   result: { hits: ['<REPO>/a.ts', '<REPO>/b.ts'] },
 *   _meta: { schemaVersion: '1' },
 * });
 * ```
 */
export function normaliseEnvelopeForParity(envelope: Envelope, options: ParityOptions): Envelope {
  const { repoPath, unordered = [], also = [] } = options;
  requireThat(typeof envelope?.ok === 'boolean', 'an envelope has ok: true or ok: false', envelope);
  const { _meta, ...rest } = envelope;
  const { ts: _, durationMs: __, ...meta } = _meta ?? {};
  const copy = normalise(_meta === undefined ? rest : { ...rest, _meta: meta }, paths({ '<REPO>': repoPath }), ...also);
  // After the paths, so that the order does not depend on the repository's location.
  for (const path of unordered) sortAt(copy, path.replaceAll('[]', '.[]').split('.'), path);
  return copy;
}

function sortAt(value: unknown, [key, ...rest]: readonly string[], path: string): void {
  const list = Array.isArray(value) ? value : undefined;
  if (key === undefined) {
    if (!list) fail(`${path} is not an array, so it cannot be unordered`);
    list.sort((a, b) => (show(a) < show(b) ? -1 : 1));
  } else if (key === '[]') {
    for (const item of list ?? []) sortAt(item, rest, path);
  } else if (typeof value === 'object' && value && key in value) {
    sortAt(value[key as keyof typeof value], rest, path);
  }
}
