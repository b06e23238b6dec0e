/**
 * What is due, the earliest first and equals in the order in which they were added: timers of a clock, messages under
 * way. A binary heap; what time it is, and what to do with what is due, is left to others.
 */
import { fail } from '../text/refuse.ts';
import { carry, type Moment } from './moment.ts';

/** One thing in the queue, due at `ms` whole milliseconds plus `ns` nanoseconds. */
export interface Due<T> {
  ms: number;
  ns: number;
  /** Its place in the order of adding. */
  order: number;
  /** Its place in the heap; negative when it is not in the queue any more. */
  at: number;
  readonly item: T;
  /** It is due again and again, with this period. */
  readonly every: Moment | undefined;
}

export class DueQueue<T> {
  /** Each entry knows its place in here, so that any of them can be taken out. */
  readonly #heap: Due<T>[] = [];
  /** The place in the order of adding that the next entry will get. */
  nextOrder = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** The earliest entry. */
  get first(): Due<T> | undefined {
    return this.#heap[0];
  }

  add(due: Moment, item: T, every?: Moment): Due<T> {
    const entry = { ms: due[0], ns: due[1], order: this.nextOrder++, at: 0, item, every };
    settle(this.#heap, entry, this.size);
    return entry;
  }

  /** Takes the entry out, if it is still in the queue. */
  remove(entry: Due<T>): void {
    const heap = this.#heap;
    const { at } = entry;
    if (at < 0) return;
    if (heap[at] !== entry) fail('this timer was set on another clock');
    const last = heap.pop()!;
    if (last !== entry) settle(heap, last, at);
    entry.at = -1;
  }

  /** Takes the entry out, or puts it back where it is due next; hands its item over. */
  take(entry: Due<T>): T {
    if (entry.every) {
      postpone(entry, entry.every);
      entry.order = this.nextOrder++;
      settle(this.#heap, entry, entry.at);
    } else this.remove(entry);
    return entry.item;
  }

  /** Takes out all that is due later than that. */
  removeAfter(ms: number): Due<T>[] {
    const late = this.#heap.filter((entry) => entry.ms > ms).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    for (const entry of late) this.remove(entry);
    return late;
  }

  /** Moves every due time by the same amount; the order does not change. */
  shift(by: Moment): void {
    for (const entry of this.#heap) postpone(entry, by);
  }
}

function postpone(entry: Due<unknown>, by: Moment): void {
  const due = carry(entry.ms + by[0], entry.ns + by[1]);
  entry.ms = due[0];
  entry.ns = due[1];
}

/** Puts the entry where it belongs, up or down from a place that is free. */
function settle<T>(heap: Due<T>[], entry: Due<T>, free: number): void {
  let at = free;
  for (let above = (at - 1) >> 1; at > 0 && isBefore(entry, heap[above]!); above = (at - 1) >> 1) {
    put(heap, heap[above]!, at);
    at = above;
  }
  for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
    if (!isBefore(heap[child]!, entry)) break;
    put(heap, heap[child]!, at);
    at = child;
  }
  put(heap, entry, at);
}

function put<T>(heap: Due<T>[], entry: Due<T>, at: number): void {
  heap[at] = entry;
  entry.at = at;
}

function isBefore(a: Due<unknown>, b: Due<unknown>): boolean {
  if (a.ms !== b.ms) return a.ms < b.ms;
  return a.ns !== b.ns ? a.ns < b.ns : a.order < b.order;
}
