/**
 * A case that another process works on, followed by its record: looked at again and again, and told as the events that its own process
 * has. Cases of this process are in cases.ts.
 */
import type { Clock, Timer } from '@unflake/testkit/clock';
import type { LabEvent } from '../../contract/events.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { CaseResult, CaseTrial } from '../../tools/lib/status-results.ts';
import type { CallHow, Calls } from '../calls.ts';

/** Reading a long case takes some ten milliseconds, and one of the calls at once. */
const LOOK_AGAIN_MS = 1_000;
/** An open case to which nothing was added for so long was cut, or is in a long trial; its record as it is ends the events. */
const QUIET_MS = 30_000;

/** Answers a call of `case` when the case is closed or quiet; what is recorded until then are its events. */
export function followRecorded(calls: Pick<Calls, 'call'>, clock: Clock): Calls['call'] {
  return async (name, input, how) => {
    const fetchCase = () => calls.call(name, input, { ...how, emit: () => undefined });
    let envelope = await fetchCase();
    if (!envelope.ok || !isOpen(envelope.result)) return envelope;
    how.emit(opened(envelope.result));
    for (const trial of envelope.result.trials) how.emit(finished(trial, true));
    let sent = envelope.result.trials.length;
    let newsAtMs = clock.currentTimeMillis();
    while (clock.currentTimeMillis() - newsAtMs < QUIET_MS) {
      await pause(clock, how.signal);
      const seen = await fetchCase();
      if (!seen.ok && seen.error.code === 'QUEUE_OVERLOADED') continue;
      envelope = seen;
      if (!seen.ok) break;
      const { caseId, trials, verdict } = seen.result as CaseResult;
      for (const trial of trials.slice(sent)) how.emit(finished(trial, false));
      if (trials.length > sent) newsAtMs = clock.currentTimeMillis();
      sent = trials.length;
      if (isOpen(seen.result)) continue;
      if (verdict !== null) how.emit({ type: 'case-closed', caseId, verdict });
      break;
    }
    return envelope;
  };
}

function isOpen(result: unknown): result is CaseResult {
  return (result as CaseResult).closedAt === null;
}

function opened({ caseId, test, runner, seed, tests, trials }: CaseResult): LabEvent {
  return { type: 'case-opened', caseId, test, runner, seed, tests, recorded: trials.length };
}

/** With its worst execution, as the process that runs it tells it. */
function finished({ id, phase, outcomes, ms }: CaseTrial, replayed: boolean): LabEvent {
  const outcome = outcomes.find(isFailure) ?? outcomes[0] ?? 'missing';
  return { type: 'trial-finished', trial: id, phase, outcome, ms, replayed };
}

/** Ends early when the watcher has gone; the next look then says so. */
function pause(clock: Clock, signal: CallHow['signal']): Promise<void> {
  return new Promise((resolve) => {
    let timer: Timer | undefined;
    const over = () => {
      clock.clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    };
    timer = clock.setTimeout(over, LOOK_AGAIN_MS);
    signal.addEventListener('abort', over);
    if (signal.aborted) over();
  });
}
