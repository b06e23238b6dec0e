/**
 * What two transports may differ in: the location of the copy, the state and the folder of a trial, generated ids, times, and measurements.
 * Nothing else is removed.
 */
import { normaliseEnvelopeForParity, paths, replacing } from '@unflake/testkit/normalise';
import type { Envelope } from '../../src/contract/envelope.ts';

/** Numbers in results under these names were measured: durations, CPU time, ratios of them, and the pages of a database. */
const MEASURED = /^(?:ms|bytes|wallMs|aboutMs|userMs|systemMs|lastMs|tookMs|suiteRuns)$/;

/** What only a busy machine adds to a trial: the share of its time that other machines took. */
const ONLY_WHEN_BUSY = /^stolen$/;

export function normal(envelope: Envelope, { repoPath, state }: { repoPath: string; state: string }): unknown {
  const { requestId: _, ...meta } = envelope._meta;
  const also = [
    paths({ '<STATE>': state }),
    replacing(/\bc-[\da-z]{6}\b/g, '<CASE>'),
    replacing(/\bcert-[\da-z]{6}\b/g, '<CERTIFICATION>'),
    replacing(/\bh-[\da-z]{6}\b/g, '<HUNT>'),
    replacing(/ runs in (?:\d+ (?:h|min|s) ?)+/g, ' runs in <SPAN>'),
    replacing(/ listed in [\d.]+ s\b/g, ' listed in <SPAN>'),
    replacing(/\brepo-[\da-f]{12}\b/g, 'repo-<HASH>'),
    replacing(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<TIME>'),
    replacing(/[^\s'"=]*\/unflake-run-[\d-]+\/trial-\d+/g, '<TRIAL>'),
  ];
  const shown = envelope.ok
    ? { ...envelope, result: unmeasured(envelope.result) }
    : { ...envelope, error: { ...envelope.error, message: envelope.error.message.replaceAll(repoPath, '<REPO>') } };
  return normaliseEnvelopeForParity({ ...shown, _meta: meta }, { repoPath, also });
}

function unmeasured(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmeasured);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !ONLY_WHEN_BUSY.test(key))
      .map(([key, inner]) => [key, typeof inner === 'number' && MEASURED.test(key) ? 0 : unmeasured(inner)]),
  );
}
