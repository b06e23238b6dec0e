/** Rows of the history's tables as what the port promises. */
import { OUTCOMES, type Outcome } from '../../../contract/outcome.ts';
import type { HistoryTest, StoredRun, TimelineResult } from '../../history-port.ts';
import type { Row } from '../connection.ts';

/** Outcomes are stored as their places, so a new one goes to the end. */
export const OUTCOME_CODES: ReadonlyMap<Outcome, number> = new Map(OUTCOMES.map((outcome, code) => [outcome, code]));

export const TEST_COLUMNS =
  't.id, t.name, t.file, t.words, t.first_seen_ms, t.last_seen_ms, t.runs, t.failures, t.status, t.hurt, t.body, t.assessment';

export function testOf(row: Row): HistoryTest {
  return {
    key: Number(row.id),
    id: String(row.name),
    file: String(row.file),
    words: String(row.words),
    firstSeenMs: Number(row.first_seen_ms),
    lastSeenMs: Number(row.last_seen_ms),
    runs: Number(row.runs),
    failures: Number(row.failures),
    assessed:
      row.assessment === null
        ? null
        : { status: String(row.status), hurt: Number(row.hurt), assessment: JSON.parse(String(row.assessment)) },
  };
}

export const RUN_COLUMNS =
  'h.id, h.commit_id, h.branch, h.ci_run, h.job, h.attempt, h.machine, h.service, h.at_ms, h.results, h.executed, h.failures, h.incident';

export function runOf(row: Row): StoredRun {
  return {
    id: Number(row.id),
    commit: String(row.commit_id),
    branch: String(row.branch),
    run: String(row.ci_run),
    job: String(row.job),
    attempt: Number(row.attempt),
    machine: String(row.machine),
    service: String(row.service),
    atMs: Number(row.at_ms),
    results: Number(row.results),
    executed: Number(row.executed),
    failures: Number(row.failures),
    incident: row.incident === null ? null : String(row.incident),
  };
}

export function timelineOf(row: Row): TimelineResult {
  return {
    run: runOf(row),
    seq: Number(row.seq),
    outcome: OUTCOMES[Number(row.outcome)]!,
    ms: row.ms === null ? null : Number(row.ms),
    fingerprint: row.fingerprint === null ? null : String(row.fingerprint),
    message: row.message === null ? null : String(row.message),
    unreachable: Number(row.unreachable) === 1,
  };
}

export const DAY_MS = 86_400_000;
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);

/** Outcomes of a test that ran and did not pass, as SQL. */
export const FAILED = `(${(['failed', 'errored', 'timed-out', 'crashed'] as const).map((one) => OUTCOME_CODES.get(one)).join(', ')})`;
/** Of a test that ran. */
export const RAN = `(${(['passed', 'failed', 'errored', 'timed-out', 'crashed'] as const).map((one) => OUTCOME_CODES.get(one)).join(', ')})`;
