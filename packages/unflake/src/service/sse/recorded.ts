/**
 * A case that another process works on, streamed from its record: polled, and converted to the events that its own process emits.
 * work.ts streams cases of this process.
 */
import type { Clock, Timer } from '@unflake/testkit/clock';
import type { LabEvent } from '../../contract/events.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { CaseResult, CaseTrial } from '../../tools/lib/status-results.ts';
import type { CallHow, Calls } from '../calls.ts';

/** Reading a long case takes about ten milliseconds, and one of the concurrent calls. */
const LOOK_AGAIN_MS = 1_000;
/** An open case without new trials for this long was cut off or is in a long trial; its current record ends the stream. */
const QUIET_MS = 30_000;

/** Answers a call of `case` when the case is closed or idle; what was recorded until then is streamed as events. */
export function followRecorded(calls: Pick<Calls, 'call'>, clock: Clock): Calls['call'] {
  return async (name, input, how) => {
    const fetchCase = () => calls.call(name, input, { ...how, emit: () => undefined });
    let envelope = await fetchCase();
    if (!envelope.ok || !isOpen(envelope.result)) return envelope;
    how.emit(opened(envelope.result));
    for (const trial of envelope.result.trials) how.emit(finished(trial, true));
    // Trials of a batch run at the same time, so a lower number can be recorded after a higher one.
    const sent = new Set(envelope.result.trials.map(({ id }) => id));
    let newsAtMs = clock.currentTimeMillis();
    while (clock.currentTimeMillis() - newsAtMs < QUIET_MS) {
      await pause(clock, how.signal);
      const seen = await fetchCase();
      if (!seen.ok && seen.error.code === 'QUEUE_OVERLOADED') continue;
      envelope = seen;
      if (!seen.ok) break;
      const { caseId, trials, verdict } = seen.result as CaseResult;
      const fresh = trials.filter(({ id }) => !sent.has(id));
      for (const trial of fresh) {
        how.emit(finished(trial, false));
        sent.add(trial.id);
      }
      if (fresh.length > 0) newsAtMs = clock.currentTimeMillis();
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

/** With its worst execution, like the event of the process that runs it. */
function finished({ id, phase, outcomes, ms }: CaseTrial, replayed: boolean): LabEvent {
  const outcome = outcomes.find(isFailure) ?? outcomes[0] ?? 'missing';
  return { type: 'trial-finished', trial: id, phase, outcome, ms, replayed };
}

/** Ends early when the watcher disconnects; the next poll reports that. */
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
