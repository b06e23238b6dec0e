import { describe, expect, test } from 'vitest';
import { durations, normaliseEnvelopeForParity } from '../../src/normalise.ts';

describe('parity of envelopes', () => {
  const envelope = {
    ok: true,
    result: { root: '/w/repo', hits: [{ file: '/w/repo/b.ts' }, { file: '/w/repo/a.ts' }], ranks: [3, 1, 2] },
    _meta: { ts: '2026-01-13T10:00:00Z', durationMs: 12, schemaVersion: '1.0.0' },
  };

  test('removes time and duration, replaces the repository, and sorts only what is named', () => {
    expect(normaliseEnvelopeForParity(envelope, { repoPath: '/w/repo', unordered: ['result.hits'] })).toEqual({
      ok: true,
      result: { root: '<REPO>', hits: [{ file: '<REPO>/a.ts' }, { file: '<REPO>/b.ts' }], ranks: [3, 1, 2] },
      _meta: { schemaVersion: '1.0.0' },
    });
  });

  test('is equal for the same result at two locations', () => {
    const elsewhere = JSON.parse(JSON.stringify(envelope).replaceAll('/w/repo', '/other/place')) as typeof envelope;
    elsewhere._meta.ts = 'later';
    expect(normaliseEnvelopeForParity(elsewhere, { repoPath: '/other/place' })).toEqual(
      normaliseEnvelopeForParity(envelope, { repoPath: '/w/repo' }),
    );
  });

  test('leaves code and message of an error alone, even if they contain the path', () => {
    const error = { code: 'UNKNOWN_TEST', message: 'no test in /w/repo', details: { root: '/w/repo' } };
    expect(normaliseEnvelopeForParity({ ok: false, error }, { repoPath: '/w/repo' })).toEqual({
      ok: false,
      error: { code: 'UNKNOWN_TEST', message: 'no test in /w/repo', details: { root: '<REPO>' } },
    });
  });

  test('does not hide a real difference', () => {
    const other = { ...envelope, result: { ...envelope.result, ranks: [1, 2, 3] } };
    expect(normaliseEnvelopeForParity(other, { repoPath: '/w/repo' })).not.toEqual(
      normaliseEnvelopeForParity(envelope, { repoPath: '/w/repo' }),
    );
  });

  test('sorts within arrays, ignores what is absent, and takes further normalisers', () => {
    const groups = { ok: true, result: { groups: [{ members: ['b', 'a'] }, { members: ['d', 'c'], took: '5 ms' }] } };
    const options = {
      repoPath: '/w/repo',
      unordered: ['result.groups[].members', 'result.absent'],
      also: [durations()],
    };
    expect(normaliseEnvelopeForParity(groups, options)).toEqual({
      ok: true,
      result: { groups: [{ members: ['a', 'b'] }, { members: ['c', 'd'], took: '<DURATION>' }] },
    });
  });

  test('refuses what is not an envelope, and to sort what is not an array', () => {
    expect(() => normaliseEnvelopeForParity({} as never, { repoPath: '/w/repo' })).toThrow('an envelope has ok: true');
    expect(() => normaliseEnvelopeForParity(null as never, { repoPath: '/w/repo' })).toThrow('got null');
    expect(() => normaliseEnvelopeForParity(envelope, { repoPath: '/w/repo', unordered: ['result.root'] })).toThrow(
      'result.root is not an array, so it cannot be unordered',
    );
  });
});
