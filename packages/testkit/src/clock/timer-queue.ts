/**
 * Pending timers in due order, the earliest first and equals in the order in which they were set. A binary heap; what
 * time it is, and who fires the timers, is left to the clock.
 */
import { fail } from '../text/refuse.ts';
import { carry, type Moment } from './moment.ts';

/** One timer. Due at `ms` whole milliseconds plus `ns` nanoseconds of its clock. */
export interface QueuedTimer {
  ms: number;
  ns: number;
  /** Its place in the order of setting. */
  order: number;
  /** Its place in the heap; negative when it is not pending. */
  at: number;
  readonly callback: () => void;
  /** The period of an interval; undefined for a single shot. */
  readonly every: Moment | undefined;
}

export class TimerQueue {
  /** Each timer knows its place in here, so that any of them can be taken out. */
  readonly #heap: QueuedTimer[] = [];
  /** The place in the order of setting that the next timer will get. */
  nextOrder = 0;

  /** How many timers are pending. */
  get size(): number {
    return this.#heap.length;
  }

  /** The earliest pending timer. */
  get first(): QueuedTimer | undefined {
    return this.#heap[0];
  }

  add(due: Moment, callback: () => void, every: Moment | undefined): QueuedTimer {
    const timer = { ms: due[0], ns: due[1], order: this.nextOrder++, at: 0, callback, every };
    settle(this.#heap, timer, this.size);
    return timer;
  }

  clear(timer: QueuedTimer): void {
    if (timer.at < 0) return;
    if (this.#heap[timer.at] !== timer) fail('this timer was set on another clock');
    remove(this.#heap, timer);
  }

  clearAll(): void {
    for (const timer of this.#heap.splice(0)) timer.at = -1;
  }

  /** Takes the earliest timer out, or puts it back at its next due time if it is an interval; then calls it. */
  fire(timer: QueuedTimer): void {
    if (timer.every) {
      postpone(timer, timer.every);
      timer.order = this.nextOrder++;
      settle(this.#heap, timer, 0);
    } else remove(this.#heap, timer);
    timer.callback();
  }

  /** Moves every due time by the same amount; the order does not change. */
  shift(by: Moment): void {
    for (const timer of this.#heap) postpone(timer, by);
  }
}

function postpone(timer: QueuedTimer, by: Moment): void {
  const due = carry(timer.ms + by[0], timer.ns + by[1]);
  timer.ms = due[0];
  timer.ns = due[1];
}

/** Fills the timer's place with the last one. */
function remove(heap: QueuedTimer[], timer: QueuedTimer): void {
  const last = heap.pop()!;
  if (last !== timer) settle(heap, last, timer.at);
  timer.at = -1;
}

/** Puts the timer where it belongs, up or down from a place that is free. */
function settle(heap: QueuedTimer[], timer: QueuedTimer, free: number): void {
  let at = free;
  for (let above = (at - 1) >> 1; at > 0 && isBefore(timer, heap[above]!); above = (at - 1) >> 1) {
    put(heap, heap[above]!, at);
    at = above;
  }
  for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
    if (!isBefore(heap[child]!, timer)) break;
    put(heap, heap[child]!, at);
    at = child;
  }
  put(heap, timer, at);
}

function put(heap: QueuedTimer[], timer: QueuedTimer, at: number): void {
  heap[at] = timer;
  timer.at = at;
}

function isBefore(a: QueuedTimer, b: QueuedTimer): boolean {
  if (a.ms !== b.ms) return a.ms < b.ms;
  return a.ns !== b.ns ? a.ns < b.ns : a.order < b.order;
}
