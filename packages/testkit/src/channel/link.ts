/**
 * What happens to one message on one link: lost, delayed, doubled, overtaken. Draws it from the seed or reads it from
 * a trace; carrying it out is left to `channel.ts`.
 */
import type { Random } from '../random.ts';
import { fail, requireAtLeast, requireKnown, requireProbability, requireThat } from '../text/refuse.ts';

/** How a link treats its messages. Everything is off by default: no delay, no loss, in order. */
export interface LinkOptions {
  /** Milliseconds from send to arrival. */
  readonly latency?: number;
  /** Up to that many milliseconds more, drawn for each message. Alone it does not reorder. */
  readonly jitter?: number;
  /** The probability that a message is lost. */
  readonly loss?: number;
  /** The probability that a message arrives twice. */
  readonly duplication?: number;
  /** The probability that a message steps aside, so that later ones overtake it. */
  readonly reordering?: number;
  /** How far a message steps aside at most, in milliseconds; by default latency plus jitter, at least 10. */
  readonly reorderWindow?: number;
  /** Bytes a second; messages queue for it. Needs `sizeOf` on the network. By default unlimited. */
  readonly bandwidth?: number;
}

export type ResolvedLink = Required<LinkOptions>;

/** Arrival times after the moment of sending, in whole milliseconds; none when the message is lost. */
export interface Fate {
  readonly arrivals: readonly number[];
  /** The first arrival stepped aside: it does not hold back what is sent later. */
  readonly aside: boolean;
}

const MIN_REORDER_WINDOW_MS = 10;
const LOST: Fate = { arrivals: [], aside: false };

/** The options in force, from those so far and those to change; refuses what makes no sense. */
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

/** `wait` is how long the message queues for bandwidth first. Always draws six times, so no option shifts another's draws. */
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
