/**
 * Pending timers in due order, the earliest first and equals in the order in which they were set. A binary heap; what
 * time it is, and who fires the timers, is left to the clock.
 */
import { carry, type Moment } from './moment.ts';

/** One pending timer. Due at `ms` whole milliseconds plus `ns` nanoseconds of its clock. */
export interface QueuedTimer {
  readonly queue: TimerQueue;
  ms: number;
  ns: number;
  order: number;
  /** Undefined once cleared or fired: such an entry is dropped when it reaches the top. */
  callback: (() => void) | undefined;
  /** The period of an interval; undefined for a single shot. */
  readonly every: Moment | undefined;
}

export class TimerQueue {
  /** The place in line of the next timer to be set. */
  nextOrder = 0;
  readonly #heap: QueuedTimer[] = [];
  #live = 0;

  /** How many timers are pending. */
  get size(): number {
    return this.#live;
  }

  add(ms: number, ns: number, callback: () => void, every?: Moment): QueuedTimer {
    const timer: QueuedTimer = { queue: this, ms, ns, order: this.nextOrder, callback, every };
    this.nextOrder += 1;
    this.#live += 1;
    this.#rise(timer);
    return timer;
  }

  clear(timer: QueuedTimer): void {
    if (timer.queue !== this) throw new TypeError('this timer was set on another clock');
    if (timer.callback === undefined) return;
    timer.callback = undefined;
    this.#live -= 1;
    // Without this, code that sets and clears time-outs all day would grow the heap for ever.
    if (this.#heap.length > 64 && this.#heap.length > 4 * this.#live) this.#rebuild();
  }

  clearAll(): void {
    for (const timer of this.#heap) timer.callback = undefined;
    this.#heap.length = 0;
    this.#live = 0;
  }

  /** The earliest pending timer, left in place. */
  peek(): QueuedTimer | undefined {
    while (this.#heap.length > 0 && this.#heap[0]!.callback === undefined) this.#dropTop();
    return this.#heap[0];
  }

  /** Takes the earliest timer out, and puts an interval back at its next due time; returns what to call. */
  take(timer: QueuedTimer): () => void {
    const callback = timer.callback!;
    this.#dropTop();
    if (timer.every === undefined) {
      timer.callback = undefined;
      this.#live -= 1;
    } else {
      postpone(timer, timer.every[0], timer.every[1]);
      timer.order = this.nextOrder;
      this.nextOrder += 1;
      this.#rise(timer);
    }
    return callback;
  }

  /** Moves every due time by the same amount; the order does not change. */
  shift(ms: number, ns: number): void {
    for (const timer of this.#heap) postpone(timer, ms, ns);
  }

  #rebuild(): void {
    const live = this.#heap.filter((timer) => timer.callback !== undefined);
    this.#heap.length = 0;
    for (const timer of live) this.#rise(timer);
  }

  #rise(timer: QueuedTimer): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above]!;
      if (!isBefore(timer, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = timer;
  }

  #dropTop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    const { length } = heap;
    if (length === 0) return;
    let at = 0;
    for (let child = 1; child < length; child = 2 * at + 1) {
      if (child + 1 < length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}

function postpone(timer: QueuedTimer, ms: number, ns: number): void {
  [timer.ms, timer.ns] = carry(timer.ms + ms, timer.ns + ns);
}

function isBefore(a: QueuedTimer, b: QueuedTimer): boolean {
  if (a.ms !== b.ms) return a.ms < b.ms;
  if (a.ns !== b.ns) return a.ns < b.ns;
  return a.order < b.order;
}
