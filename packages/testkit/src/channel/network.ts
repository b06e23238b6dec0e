/**
 * Named nodes and the channels between them, on a given clock, with every decision drawn from a seed. `channel.ts` and `link.ts` handle
 * single links.
 */
import { type Clock, systemClock } from '../clock.ts';
import { type Random, random, seedOf } from '../random.ts';
import { fail, requireAtLeast, requireKnown, requireThat } from '../text/refuse.ts';
import { type Channel, type ChannelHost, type LinkChannel, type Listener, linkChannel } from './channel.ts';
import { type Fate, type LinkOptions, type ResolvedLink, resolveLink } from './link.ts';
import { Trace } from './trace.ts';

export interface FakeNetworkOptions<M> {
  /** The clock that latency is measured on; by default the system clock. */
  readonly clock?: Clock;
  /** The source of every decision; by default the seed in UNFLAKE_SEED, else a fixed one. */
  readonly random?: Random;
  /** The default behaviour of links. */
  readonly link?: LinkOptions;
  /** Maps a sent message to what the receiver gets; by default the message itself. `structuredClone` keeps nodes apart. */
  readonly copy?: (message: M) => M;
  /** The size of a message in bytes; required for links with a bandwidth. */
  readonly sizeOf?: (message: M) => number;
  /** A short label of a message for the trace. */
  readonly label?: (message: M) => string;
  /** How many lines of trace to keep; by default all, 0 for none. */
  readonly traceLimit?: number;
  /** The text of a trace: every message is then treated as in that trace. */
  readonly replay?: string;
}

/**
 * A network of named nodes.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { FakeNetwork } from '@unflake/testkit/channel';
 * import { TestClock } from '@unflake/testkit/clock';
 * import { random } from '@unflake/testkit/random';
 *
 * const clock = new TestClock();
 * const network = new FakeNetwork<string>({ clock, random: random(7), link: { latency: 100, loss: 0.3 } });
 * const channel = network.channel('node1', 'node2');
 * for (let at = 1; at <= 10; at += 1) channel.send(`message ${at}`);
 * assert.equal(channel.receive(), null); // still under way
 * clock.advance(100);
 * const received: string[] = [];
 * for (let next = channel.receive(); next !== null; next = channel.receive()) received.push(next);
 * assert.equal(received.length, 7); // with seed 7, today and tomorrow
 * ```
 */
export class FakeNetwork<M = unknown> {
  /** Every decision and event so far. Print it when a test fails. */
  readonly trace: Trace;
  readonly #channels = new Map<string, LinkChannel<M>>();
  readonly #cut = new Set<string>();
  readonly #host: ChannelHost<M>;
  readonly #random: Random;
  #link: ResolvedLink;

  constructor(options: FakeNetworkOptions<M> = {}) {
    const { clock = systemClock, sizeOf, traceLimit = Infinity, copy, label, replay, link = {}, ...others } = options;
    const { random: source = random(seedOf()), ...unknown } = others;
    requireKnown('FakeNetwork', unknown, {});
    if (traceLimit < Infinity) requireAtLeast(0, 'traceLimit', traceLimit);
    const trace = new Trace(traceLimit);
    const listeners = new Map<string, readonly Listener<M>[]>();
    const listenersOf = (place: string) => listeners.get(place) ?? [];
    const change = (place: string, changed: readonly Listener<M>[]) => {
      listeners.set(place, changed);
      for (const channel of this.#channels.values()) channel.arm();
    };
    this.trace = trace;
    this.#random = source.fork('network');
    this.#link = resolveLink({}, link, sizeOf);
    this.#host = {
      clock,
      sizeOf,
      copy: copy ?? ((message) => message),
      // A label may contain anything, but a trace line must stay one line.
      label: label ? (message) => ` · ${label(message).replaceAll('\n', '\\n')}` : () => '',
      isCut: (channel) => this.#cut.has(channel),
      recorded: replay === undefined ? () => undefined : recording(replay),
      note: (what) => traceLimit && trace.add(`${clock.currentTimeMillis()} ${what}`),
      listen(place, listener) {
        change(place, [...listenersOf(place), listener]);
        return () =>
          change(
            place,
            listenersOf(place).filter((held) => held !== listener),
          );
      },
      listenersOf,
    };
  }

  /** Sets the default behaviour of links that are created from now on. */
  configure(link: LinkOptions): this {
    this.#link = resolveLink(this.#link, link, this.#host.sizeOf);
    return this;
  }

  /** The channel from one node to another; the same one every time. */
  channel(from: string, to: string): Channel<M> {
    const name = `${from}>${to}`;
    const held = this.#channels.get(name);
    if (held) return held;
    for (const node of [from, to]) {
      const holds = typeof node === 'string' && /^[^\s>]+$/.test(node);
      requireThat(holds, "a node's name is a text without spaces and '>'", node);
    }
    const channel = linkChannel(this.#host, this.#random, from, to, this.#link);
    this.#channels.set(name, channel);
    return channel;
  }

  send(from: string, to: string, message: M): void {
    this.channel(from, to).send(message);
  }

  /** Calls back with every message to that node, from any sender, as it arrives. Returns a function that stops it. */
  onMessage(node: string, listener: Listener<M>): () => void {
    return this.#host.listen(node, listener);
  }

  /** The number of messages in flight or waiting to be received, on all channels. */
  get pending(): number {
    let sum = 0;
    for (const channel of this.#channels.values()) sum += channel.pending;
    return sum;
  }

  /** Separates two groups of nodes: messages in flight between them are lost, and so are those that they send until the partition heals. */
  partition(one: readonly string[], other: readonly string[]): void {
    this.#host.note(`partition ${sides(one, other)}`);
    for (const name of pairs(one, other)) {
      this.#cut.add(name);
      this.#channels.get(name)?.loseUnderWay();
    }
  }

  /** Ends the partition between two groups, or every partition. */
  heal(one?: readonly string[], other?: readonly string[]): void {
    if (one && other) {
      this.#host.note(`heal ${sides(one, other)}`);
      for (const name of pairs(one, other)) this.#cut.delete(name);
    } else {
      this.#host.note('heal');
      this.#cut.clear();
    }
  }
}

const sides = (one: readonly string[], other: readonly string[]) => `${one.join(' ')} | ${other.join(' ')}`;

const pairs = (one: readonly string[], other: readonly string[]) =>
  one.flatMap((a) => other.flatMap((b) => [`${a}>${b}`, `${b}>${a}`]));

function recording(text: string): (channel: string, number: number) => Fate {
  const fates = new Map<string, Fate>();
  for (const { link, number, ...fate } of Trace.parse(text)) fates.set(`${link} #${number}`, fate);
  return (channel, number) => {
    const message = `${channel} #${number}`;
    return fates.get(message) ?? fail(`the trace to replay says nothing about ${message}`);
  };
}
