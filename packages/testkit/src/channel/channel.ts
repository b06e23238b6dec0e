/**
 * One direction between two nodes: accepts messages and delivers them when they are due. `link.ts` decides what happens to a message;
 * `network.ts` owns nodes, partitions and the trace.
 */
import { DueQueue } from '../clock/due-queue.ts';
import type { Clock, Timer } from '../clock.ts';
import type { Random } from '../random.ts';
import { drawFate, type Fate, type LinkOptions, type ResolvedLink, resolveLink } from './link.ts';

export type Listener<M> = (message: M, from: string) => void;

/** One direction between two nodes of a `FakeNetwork`. */
export interface Channel<M> {
  readonly from: string;
  readonly to: string;
  /** The number of messages in flight or waiting to be received. */
  readonly pending: number;
  /** Changes the link from now on; options that are not named stay. */
  configure(options: LinkOptions): Channel<M>;
  send(message: M): void;
  /** The next message that has arrived by now, or null when nothing is due. */
  receive(): M | null;
  /** Calls back with every message as it arrives; `receive` then returns nothing. Returns a function that stops it. */
  onMessage(listener: Listener<M>): () => void;
  /** Delivers nothing until `release`; due messages then arrive at once, in order. */
  hold(): void;
  release(): void;
}

/** What a channel needs from its network. */
export interface ChannelHost<M> {
  readonly clock: Clock;
  readonly sizeOf: ((message: M) => number) | undefined;
  copy(message: M): M;
  label(message: M): string;
  isCut(channel: string): boolean;
  /** The decision about a message when the network replays a trace. */
  recorded(channel: string, number: number): Fate | undefined;
  note(what: string): void;
  /** Adds a listener to a node or a channel; returns a function that removes it. */
  listen(place: string, listener: Listener<M>): () => void;
  listenersOf(place: string): readonly Listener<M>[];
}

export interface LinkChannel<M> extends Channel<M> {
  /** Loses messages in flight, as a partition does; those that have arrived stay. */
  loseUnderWay(): void;
  /** Sets the timer for the next arrival if there is a listener. */
  arm(): void;
}

export function linkChannel<M>(
  host: ChannelHost<M>,
  random: Random,
  from: string,
  to: string,
  firstLink: ResolvedLink,
): LinkChannel<M> {
  const { clock, sizeOf } = host;
  const name = `${from}>${to}`;
  const rng = random.fork(name);
  const inbox = new DueQueue<{ readonly number: number; readonly message: M }>();
  let link = firstLink;
  let sent = 0;
  let lastArrival = 0;
  let busyUntil = 0;
  let held = false;
  let timer: Timer | undefined;
  let timerAt = -1;

  const now = () => clock.currentTimeMillis();
  const note = (what: string) => host.note(`${name} ${what}`);

  const arm = () => {
    const isHeard = host.listenersOf(name).length || host.listenersOf(to).length;
    const next = isHeard && !held ? inbox.first : undefined;
    if (timer && next?.ms === timerAt) return;
    clock.clearTimeout(timer);
    timer = undefined;
    if (!next) return;
    timerAt = next.ms;
    timer = clock.setTimeout(deliver, Math.max(timerAt - now(), 0));
  };

  const takeDue = () => {
    const { first } = inbox;
    if (held || !first || first.ms > now()) return undefined;
    note(`#${first.item.number} received`);
    return inbox.take(first);
  };

  const deliver = () => {
    timer = undefined;
    try {
      for (let due = takeDue(); due; due = takeDue()) {
        const listeners = [...host.listenersOf(name), ...host.listenersOf(to)];
        for (const listener of listeners) listener(due.message, from);
      }
    } finally {
      // Also when a listener throws: the remaining messages must still arrive.
      arm();
    }
  };

  const setHeld = (isHeld: boolean) => {
    held = isHeld;
    note(held ? 'hold' : 'release');
    arm();
  };

  /** How long a message waits for the link and then occupies it. */
  const wireTime = (message: M): number => {
    if (link.bandwidth === Infinity) return 0;
    busyUntil = Math.max(busyUntil, now()) + (sizeOf!(message) / link.bandwidth) * 1000;
    return busyUntil - now();
  };

  /** Absolute arrival times. A message waits for earlier ones, unless it was reordered. */
  const inOrder = ({ arrivals, aside }: Fate): number[] => {
    let earliest = aside ? 0 : lastArrival;
    const times = arrivals.map((delay) => {
      earliest = Math.max(now() + delay, earliest);
      return earliest;
    });
    if (!aside) lastArrival = times[0] ?? lastArrival;
    return times;
  };

  const channel: LinkChannel<M> = {
    from,
    to,
    get pending() {
      return inbox.size;
    },
    configure(options) {
      link = resolveLink(link, options, sizeOf);
      return channel;
    },
    send(message) {
      const number = ++sent;
      const drawn = drawFate(link, rng, wireTime(message));
      const fate = host.recorded(name, number) ?? drawn;
      const isCut = host.isCut(name);
      const arrivals = isCut ? [] : inOrder(fate);
      const arrives = `arrives ${arrivals.join(' and ')}${fate.aside ? ' aside' : ''}`;
      note(`#${number} ${isCut ? 'cut' : arrivals.length ? arrives : 'lost'}${host.label(message)}`);
      for (const arrival of arrivals) inbox.add([arrival, 0], { number, message: host.copy(message) });
      arm();
    },
    receive() {
      const due = takeDue();
      return due ? due.message : null;
    },
    onMessage: (listener) => host.listen(name, listener),
    hold: () => setHeld(true),
    release: () => setHeld(false),
    loseUnderWay() {
      for (const { item } of inbox.removeAfter(now())) note(`#${item.number} cut under way`);
      arm();
    },
    arm,
  };
  return channel;
}
