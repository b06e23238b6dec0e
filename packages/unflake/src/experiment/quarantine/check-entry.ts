/** What an entry of the quarantine needs next: it can be released, it has expired, or nobody has looked at it. Pure. */
import { zeroFailureBound } from '../statistics/zero-failure-bound.ts';
import { daysBetween, isExpired, type QuarantineEntry } from './quarantine-entry.ts';

export interface EntryHistory {
  /** Whether the history, or anything else, knows the test. */
  readonly known: boolean;
  /** Results of CI since the quarantine began. */
  readonly passes: number;
  readonly failures: number;
  /** Passes since the last failure, since the quarantine began. */
  readonly passesSince: number;
  /** The name that it has now, if that is another. */
  readonly renamedTo: string | null;
  /** It was verified as fixed after it was listed. */
  readonly verifiedFixed: boolean;
  /** Somebody diagnosed it, or tried to verify a fix. */
  readonly lookedAt: boolean;
}

export const ENTRY_STATES = ['kept', 'leave', 'neglected', 'renamed', 'expired', 'unknown'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

export interface EntryCheck {
  readonly test: string;
  readonly state: EntryState;
  readonly says: string;
  readonly passes: number;
  readonly failures: number;
}

/** After two weeks without a case, a ticket or a diagnosis. */
const NEGLECTED_DAYS = 14;

/** `rate`: the failure rate that passes must rule out, at 95 %, before the test is proposed to leave. */
export function checkEntry(entry: QuarantineEntry, history: EntryHistory, today: string, rate: number): EntryCheck {
  const { passes, failures } = history;
  const checked = (state: EntryState, says: string): EntryCheck => ({
    test: entry.test,
    state,
    says,
    passes,
    failures,
  });
  if (isExpired(entry, today)) return checked('expired', `ended on ${entry.until} (${entry.owner})`);
  if (!history.known) return checked('unknown', 'no test has this name');
  if (history.renamedTo !== null) return checked('renamed', `it is called ${history.renamedTo} now`);
  if (history.verifiedFixed) return checked('leave', 'verified as fixed');
  const bound = history.passesSince === 0 ? 1 : zeroFailureBound(history.passesSince);
  if (bound <= rate)
    return checked(
      'leave',
      `passed ${history.passesSince} times since it failed last: its rate is below ${percent(bound)} (95 % confidence)`,
    );
  const age = daysBetween(entry.since, today);
  const isTracked = entry.case !== undefined || entry.ticket !== undefined || history.lookedAt;
  if (age >= NEGLECTED_DAYS && !isTracked)
    return checked('neglected', `${age} days without a case, a ticket or a diagnosis`);
  return checked('kept', `until ${entry.until}, ${entry.owner}`);
}

const percent = (rate: number): string => `${(100 * rate).toFixed(rate < 0.1 ? 1 : 0)} %`;
