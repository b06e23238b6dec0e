/** Watches one call: ends it when its caller, its time or the service ends, and lets no event through after that. */
import type { Clock, Timer } from '@unflake/testkit/clock';
import type { Envelope } from '../contract/envelope.ts';
import type { Emit } from '../contract/events.ts';
import { UnflakeError } from '../contract/faults.ts';

/** For a tool that does not hear its signal. Ending processes takes at most a few seconds, kindly first and then by force. */
const LONGEST_ENDING_MS = 10_000;

/** The end of the service. A set of functions, because every call listens, and an AbortSignal warns of more than ten and costs more. */
export interface Closing {
  closed: boolean;
  readonly calls: Set<() => void>;
}

/** What is needed of an AbortSignal, which is one of these; a door that makes one for each call has something lighter. */
export interface TakenBack {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface Watched {
  readonly signal: TakenBack;
  readonly closing: Closing;
  readonly emit: Emit;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

export interface Watch {
  /** For the tool: aborted by whatever ends the call. */
  readonly signal: AbortSignal;
  readonly emit: Emit;
}

/**
 * The answer of the work, or a fault when the call was ended first: what the work answers after that is cut and not passed on. Work that has
 * heard its signal has ended its processes when it settles.
 */
export async function watchCall(
  tool: string,
  { signal, closing, emit, timeoutMs, clock }: Watched,
  start: (watch: Watch) => Promise<Envelope>,
): Promise<Envelope> {
  let ended: AbortController | undefined;
  let why: 'cancelled' | 'timed-out' | null = null;
  let caseId: string | null = null;
  let givingUp: Timer | undefined;
  let giveUp: () => void = () => undefined;
  const end = (reason: 'cancelled' | 'timed-out') => {
    if (why !== null) return;
    why = reason;
    givingUp = clock.setTimeout(() => giveUp(), LONGEST_ENDING_MS);
    ended?.abort(new Error(`the call was ${reason}`));
  };
  const watch: Watch = {
    get signal() {
      if (ended === undefined) {
        ended = new AbortController();
        if (why !== null) ended.abort(new Error(`the call was ${why}`));
      }
      return ended.signal;
    },
    emit(event) {
      if (event.type === 'case-opened') caseId = event.caseId;
      if (why === null) emit(event);
    },
  };
  const cancel = () => end('cancelled');
  signal.addEventListener('abort', cancel);
  closing.calls.add(cancel);
  const timer = clock.setTimeout(() => end('timed-out'), timeoutMs);
  try {
    if (signal.aborted || closing.closed) cancel();
    else {
      const answer = await new Promise<Envelope | null>((resolve, reject) => {
        giveUp = () => resolve(null);
        // Being stopped in the middle is reported in many ways; the caller knows that it was.
        start(watch).then(resolve, (error: unknown) => (why === null ? reject(error) : resolve(null)));
      });
      if (why === null && answer !== null) return answer;
    }
  } finally {
    clock.clearTimeout(timer);
    clock.clearTimeout(givingUp);
    signal.removeEventListener('abort', cancel);
    closing.calls.delete(cancel);
  }
  const known = caseId === null ? {} : { caseId };
  if (why === 'timed-out')
    throw new UnflakeError('TOOL_TIMEOUT', `${tool} was stopped after ${timeoutMs} ms`, { timeoutMs, ...known });
  throw new UnflakeError('CANCELLED', `${tool} was cancelled`, known);
}
