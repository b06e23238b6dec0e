/**
 * What happens to one message on one link: lost, delayed, duplicated, reordered. Draws it from the seed or reads it from a trace;
 * `channel.ts` carries it out.
 */
import type { Random } from '../random.ts';
import { fail, requireAtLeast, requireKnown, requireProbability, requireThat } from '../text/refuse.ts';

/** How a link treats its messages. Everything is off by default: no delay, no loss, in order. */
export interface LinkOptions {
  /** Milliseconds from send to arrival. */
  readonly latency?: number;
  /** Up to this many additional milliseconds, drawn per message. Jitter alone does not reorder. */
  readonly jitter?: number;
  /** The probability that a message is lost. */
  readonly loss?: number;
  /** The probability that a message arrives twice. */
  readonly duplication?: number;
  /** The probability that a message is reordered: later ones may overtake it. */
  readonly reordering?: number;
  /** The maximum extra delay of a reordered message, in milliseconds; by default latency plus jitter, at least 10. */
  readonly reorderWindow?: number;
  /** Bytes per second; messages queue for it. Requires `sizeOf` on the network. By default unlimited. */
  readonly bandwidth?: number;
}

export type ResolvedLink = Required<LinkOptions>;

/** Arrival times relative to sending, in whole milliseconds; none if the message is lost. */
export interface Fate {
  readonly arrivals: readonly number[];
  /** The first arrival was reordered: it does not delay later messages. */
  readonly aside: boolean;
}

const MIN_REORDER_WINDOW_MS = 10;
const LOST: Fate = { arrivals: [], aside: false };

/** The resulting options after a change; refuses invalid values. */
export function resolveLink(before: LinkOptions, change: LinkOptions, sizeOf: unknown): ResolvedLink {
  const zeros = { latency: 0, jitter: 0, reorderWindow: 0, loss: 0, duplication: 0, reordering: 0 };
  const defaults = { ...zeros, bandwidth: Infinity };
  requireKnown('a link', change, defaults);
  const link = { ...defaults, ...before, ...change };
  for (const name of ['latency', 'jitter', 'reorderWindow'] as const) requireAtLeast(0, name, link[name]);
  for (const name of ['loss', 'duplication', 'reordering'] as const) requireProbability(name, link[name]);
  requireThat(link.bandwidth > 0, 'bandwidth must be more than 0 bytes a second', link.bandwidth);
  if (link.bandwidth < Infinity && !sizeOf) fail('a bandwidth needs sizeOf on the network');
  return link;
}

/** `wait` is how long the message queues for bandwidth first. Always draws six times, so that no option changes the draws of another. */
export function drawFate(link: ResolvedLink, random: Random, wait: number): Fate {
  const isLost = random.float() < link.loss;
  const delay = wait + link.latency + link.jitter * random.float();
  const isDoubled = random.float() < link.duplication;
  const copyDelay = delay + Math.max(link.jitter, 1) * random.float();
  const aside = random.float() < link.reordering;
  const window = link.reorderWindow || Math.max(link.latency + link.jitter, MIN_REORDER_WINDOW_MS);
  const detour = window * random.float();
  if (isLost) return LOST;
  const arrival = Math.ceil(aside ? delay + detour : delay);
  return { arrivals: isDoubled ? [arrival, Math.max(arrival, Math.ceil(copyDelay))] : [arrival], aside };
}
