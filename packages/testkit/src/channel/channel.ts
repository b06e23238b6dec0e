/**
 * One direction between two nodes: takes messages in, and hands them over when they are due. The fate of a message is
 * decided in `link.ts`; nodes, partitions and the trace belong to `network.ts`.
 */
import type { Clock, Timer } from '../clock.ts';
import type { Random } from '../random.ts';
import { Inbox, type InFlight } from './inbox.ts';
import { drawFate, type Fate, type LinkOptions, type ResolvedLink, resolveLink } from './link.ts';

export type Listener<M> = (message: M, from: string) => void;

/** One direction between two nodes of a `FakeNetwork`. */
export interface Channel<M> {
  readonly from: string;
  readonly to: string;
  /** How many messages are under way or wait to be received. */
  readonly pending: number;
  /** How the link behaves from now on; what is not named stays as it is. */
  configure(options: LinkOptions): this;
  send(message: M): void;
  /** The next message that has arrived by now, or null when nothing is due. */
  receive(): M | null;
  /** Hands over every message as it arrives; then `receive` has nothing left. Returns what ends it. */
  onMessage(listener: Listener<M>): () => void;
  /** Lets nothing arrive until `release`; what is due then arrives at once, in order. */
  hold(): void;
  release(): void;
}

/** What a channel needs of its network. */
export interface ChannelHost<M> {
  readonly clock: Clock;
  readonly sizeOf: ((message: M) => number) | undefined;
  copy(message: M): M;
  label(message: M): string;
  isCut(channel: string): boolean;
  /** The decision about a message when the network replays a trace. */
  recorded(channel: string, number: number): Fate | undefined;
  note(line: () => string): void;
  listenersOf(node: string): readonly Listener<M>[];
}

export class LinkChannel<M> implements Channel<M> {
  readonly from: string;
  readonly to: string;
  readonly name: string;
  readonly #host: ChannelHost<M>;
  readonly #random: Random;
  readonly #inbox = new Inbox<M>();
  #listeners: readonly Listener<M>[] = [];
  #link: ResolvedLink;
  #sent = 0;
  #lastArrival = 0;
  #busyUntil = 0;
  #held = false;
  #timer: Timer | undefined;
  #timerAt = -1;

  constructor(host: ChannelHost<M>, random: Random, from: string, to: string, link: ResolvedLink) {
    this.#host = host;
    this.from = from;
    this.to = to;
    this.name = `${from}>${to}`;
    this.#random = random.fork(this.name);
    this.#link = link;
  }

  get pending(): number {
    return this.#inbox.size;
  }

  configure(options: LinkOptions): this {
    this.#link = resolveLink(this.#link, options, this.#host.sizeOf !== undefined);
    return this;
  }

  send(message: M): void {
    const host = this.#host;
    const now = host.clock.currentTimeMillis();
    this.#sent += 1;
    const number = this.#sent;
    const drawn = drawFate(this.#link, this.#random, this.#queueFor(message, now));
    const fate = host.recorded(this.name, number) ?? drawn;
    const isCut = host.isCut(this.name);
    const arrivals = isCut ? [] : this.#inOrder(fate, now);
    host.note(() => `${now} ${this.name} #${number} ${describe(arrivals, isCut, fate.aside)}${host.label(message)}`);
    for (const arrival of arrivals) this.#inbox.add({ arrival, number, message: host.copy(message) });
    this.arm();
  }

  receive(): M | null {
    const entry = this.#takeDue();
    return entry === undefined ? null : entry.message;
  }

  onMessage(listener: Listener<M>): () => void {
    this.#listeners = [...this.#listeners, listener];
    this.arm();
    return () => {
      this.#listeners = this.#listeners.filter((held) => held !== listener);
      this.arm();
    };
  }

  hold(): void {
    this.#held = true;
    this.#note('hold');
    this.arm();
  }

  release(): void {
    this.#held = false;
    this.#note('release');
    this.arm();
  }

  /** Loses what is still under way, as a partition does; what has arrived already stays. */
  loseUnderWay(): void {
    const now = this.#host.clock.currentTimeMillis();
    for (const { number } of this.#inbox.removeAfter(now)) this.#note(`#${number} cut under way`);
    this.arm();
  }

  /** Sets the timer for the next arrival if somebody listens for it. */
  arm(): void {
    const { clock } = this.#host;
    const listened = this.#listeners.length > 0 || this.#host.listenersOf(this.to).length > 0;
    const next = listened && !this.#held ? this.#inbox.first : undefined;
    if (next !== undefined && this.#timer !== undefined && this.#timerAt === next.arrival) return;
    clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    if (next === undefined) return;
    this.#timerAt = next.arrival;
    this.#timer = clock.setTimeout(() => this.#deliver(), Math.max(next.arrival - clock.currentTimeMillis(), 0));
  }

  #deliver(): void {
    this.#timer = undefined;
    try {
      for (let entry = this.#takeDue(); entry !== undefined; entry = this.#takeDue()) {
        const listeners = [...this.#listeners, ...this.#host.listenersOf(this.to)];
        for (const listener of listeners) listener(entry.message, this.from);
      }
    } finally {
      // Also when a listener throws: what has not been delivered must still arrive.
      this.arm();
    }
  }

  #takeDue(): InFlight<M> | undefined {
    const { first } = this.#inbox;
    if (this.#held || first === undefined || first.arrival > this.#host.clock.currentTimeMillis()) return undefined;
    this.#note(`#${first.number} received`);
    return this.#inbox.take();
  }

  /** How long a message waits for the wire and then occupies it. */
  #queueFor(message: M, now: number): number {
    const { bandwidth } = this.#link;
    if (bandwidth === Infinity) return 0;
    const bytes = this.#host.sizeOf!(message);
    this.#busyUntil = Math.max(this.#busyUntil, now) + (bytes / bandwidth) * 1000;
    return this.#busyUntil - now;
  }

  /** Absolute arrival times. A message waits for those sent before it, unless it stepped aside. */
  #inOrder({ arrivals, aside }: Fate, now: number): readonly number[] {
    const [delay, copyDelay] = arrivals;
    if (delay === undefined) return arrivals;
    const arrival = aside ? now + delay : Math.max(now + delay, this.#lastArrival);
    if (!aside) this.#lastArrival = arrival;
    return copyDelay === undefined ? [arrival] : [arrival, Math.max(arrival, now + copyDelay)];
  }

  #note(what: string): void {
    this.#host.note(() => `${this.#host.clock.currentTimeMillis()} ${this.name} ${what}`);
  }
}

function describe(arrivals: readonly number[], isCut: boolean, aside: boolean): string {
  if (isCut) return 'cut';
  if (arrivals.length === 0) return 'lost';
  return `arrives ${arrivals.join(' and ')}${aside ? ' aside' : ''}`;
}
