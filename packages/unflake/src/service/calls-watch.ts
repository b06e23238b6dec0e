/** Watches one call: ends it when its caller disconnects, its time is over or the service stops, and forwards no event after that. */
import type { Clock, Timer } from '@unflake/testkit/clock';
import type { Envelope } from '../contract/envelope.ts';
import type { Emit } from '../contract/events.ts';
import { UnflakeError } from '../contract/faults.ts';

/** For a tool that ignores its signal. Killing processes takes at most a few seconds. */
const MAX_ENDING_MS = 10_000;

/**
 * The shutdown of the service. A set of functions, because every call listens, and an AbortSignal warns above ten listeners and costs more.
 */
export interface ServiceEnd {
  closed: boolean;
  readonly calls: Set<() => void>;
}

/** The part of AbortSignal that is needed. HTTP, which makes one per call, has a lighter one. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface WatchedCall {
  readonly signal: CancelSignal;
  readonly closing: ServiceEnd;
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
 * The result of the work, or a fault if the call was ended first; later results are dropped. Work that obeys its signal has ended its
 * processes when it settles.
 */
export async function watchCall(
  tool: string,
  { signal, closing, emit, timeoutMs, clock }: WatchedCall,
  start: (watch: Watch) => Promise<Envelope>,
): Promise<Envelope> {
  const watch = new CallWatch(emit, clock);
  const { cancel } = watch;
  signal.addEventListener('abort', cancel);
  closing.calls.add(cancel);
  const timer = clock.setTimeout(() => watch.end('timed-out'), timeoutMs);
  try {
    if (signal.aborted || closing.closed) cancel();
    else {
      const answer = await watch.answerOf(start);
      if (watch.why === null && answer !== null) return answer;
    }
  } finally {
    clock.clearTimeout(timer);
    watch.over();
    signal.removeEventListener('abort', cancel);
    closing.calls.delete(cancel);
  }
  const known = watch.caseId === null ? {} : { caseId: watch.caseId };
  if (watch.why === 'timed-out')
    throw new UnflakeError('TOOL_TIMEOUT', `${tool} was stopped after ${timeoutMs} ms`, { timeoutMs, ...known });
  throw new UnflakeError('CANCELLED', `${tool} was cancelled`, known);
}

/** A class, because V8 gives every object literal with a getter a new hidden class. */
class CallWatch implements Watch {
  why: 'cancelled' | 'timed-out' | null = null;
  caseId: string | null = null;
  readonly #emit: Emit;
  readonly #clock: Clock;
  #ended: AbortController | undefined;
  #givingUp: Timer | undefined;
  #giveUp: (() => void) | undefined;

  constructor(emit: Emit, clock: Clock) {
    this.#emit = emit;
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    if (this.#ended === undefined) {
      this.#ended = new AbortController();
      if (this.why !== null) this.#ended.abort(new Error(`the call was ${this.why}`));
    }
    return this.#ended.signal;
  }

  readonly emit: Emit = (event) => {
    if (event.type === 'case-opened') this.caseId = event.caseId;
    if (this.why === null) this.#emit(event);
  };

  readonly cancel = (): void => this.end('cancelled');

  end(reason: 'cancelled' | 'timed-out'): void {
    if (this.why !== null) return;
    this.why = reason;
    this.#givingUp = this.#clock.setTimeout(() => this.#giveUp?.(), MAX_ENDING_MS);
    this.#ended?.abort(new Error(`the call was ${reason}`));
  }

  /** Null if the work was ended: it failed because of that, or ignored the signal. */
  answerOf(start: (watch: Watch) => Promise<Envelope>): Promise<Envelope | null> {
    return new Promise((resolve, reject) => {
      this.#giveUp = () => resolve(null);
      // Cancellation surfaces in many ways; the caller knows that it was cancelled.
      start(this).then(resolve, (error: unknown) => (this.why === null ? reject(error) : resolve(null)));
    });
  }

  /** Nobody waits any more. */
  over(): void {
    this.#clock.clearTimeout(this.#givingUp);
  }
}
