/**
 * A queue of what is due, earliest first and equal times in insertion order: timers of a clock, messages in flight. A binary heap; it does
 * not know the current time or what to do with its entries.
 */
import { fail } from '../text/refuse.ts';
import { carry, type Moment } from './moment.ts';

/** One thing in the queue, due at `ms` whole milliseconds plus `ns` nanoseconds. */
export interface Due<T> {
  ms: number;
  ns: number;
  /** Its insertion number. */
  order: number;
  /** Its index in the heap; negative after removal. */
  at: number;
  readonly item: T;
  /** Set for a repeating entry: its period. */
  readonly every: Moment | undefined;
}

export class DueQueue<T> {
  /** Each entry knows its index, so that any of them can be removed. */
  readonly #heap: Due<T>[] = [];
  /** The insertion number of the next entry. */
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

  /** Removes the entry if it is still queued. */
  remove(entry: Due<T>): void {
    const heap = this.#heap;
    const { at } = entry;
    if (at < 0) return;
    if (heap[at] !== entry) fail('this timer was set on another clock');
    const last = heap.pop()!;
    if (last !== entry) settle(heap, last, at);
    entry.at = -1;
  }

  /** Removes the entry, or reinserts it at its next due time; returns its item. */
  take(entry: Due<T>): T {
    if (entry.every) {
      postpone(entry, entry.every);
      entry.order = this.nextOrder++;
      settle(this.#heap, entry, entry.at);
    } else this.remove(entry);
    return entry.item;
  }

  /** Removes all entries due later than that. */
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

/** Moves the entry up or down from a free index to its position. */
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
