/**
 * The record of a network: one line per decision and event. It is readable, compares byte for byte, and can be parsed to replay the same
 * decisions.
 */
import { fail } from '../text/refuse.ts';

/** One decision about one message, as a replay needs it. */
export interface TraceEntry {
  readonly link: string;
  readonly number: number;
  /** Delays after the moment of sending; none when the message did not get through. */
  readonly arrivals: readonly number[];
  readonly aside: boolean;
}

const SENT = /^(\d+) (\S+) #(\d+) (?:lost|cut|arrives (\d+)(?: and (\d+))?( aside)?)(?: · |$)/;

/**
 * The trace of a network; its text can be printed, compared and replayed.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { FakeNetwork, Trace } from '@unflake/testkit/channel';
 * import { TestClock } from '@unflake/testkit/clock';
 *
 * const network = new FakeNetwork<string>({ clock: new TestClock(1000), link: { latency: 20 } });
 * network.send('a', 'b', 'hello');
 * assert.equal(String(network.trace), '1000 a>b #1 arrives 1020\n');
 * assert.deepEqual(Trace.parse(String(network.trace)), [{ link: 'a>b', number: 1, arrivals: [20], aside: false }]);
 * ```
 */
export class Trace {
  readonly #limit: number;
  #lines: string[] = [];
  #count = 0;

  /** Keeps the last `limit` lines, by default all. */
  constructor(limit = Infinity) {
    this.#limit = limit;
  }

  add(line: string): void {
    this.#count += 1;
    this.#lines.push(line);
    // Cuts at twice the limit, so that the amortized cost is low.
    if (this.#lines.length > 2 * this.#limit) this.#lines = this.lines;
  }

  /** The lines so far, oldest first. */
  get lines(): string[] {
    return this.#lines.slice(-this.#limit);
  }

  /** The whole trace as text: print it when a test fails, or pass it to `FakeNetwork` to replay it. */
  toString(): string {
    const { lines } = this;
    const dropped = this.#count - lines.length;
    return [...(dropped ? [`… ${dropped} earlier lines were not kept`] : []), ...lines, ''].join('\n');
  }

  /** The decisions in a trace's text, in order; other lines are for people. */
  static parse(text: string): TraceEntry[] {
    if (text.startsWith('…')) fail('this trace is not whole, so it cannot be replayed; raise traceLimit');
    return text.split('\n').flatMap((line) => {
      const match = SENT.exec(line);
      if (!match) return [];
      const [, at, link, number, first, second, aside] = match;
      const arrivals = [first, second].flatMap((time) => (time ? [Number(time) - Number(at)] : []));
      return [{ link: link!, number: Number(number), arrivals, aside: aside !== undefined }];
    });
  }
}
