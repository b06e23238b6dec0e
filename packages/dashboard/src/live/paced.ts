/** Shows changes a few times a second: a fast suite finishes hundreds of trials in that time. */
import type { Cell } from './cell.ts';

const EVERY_MS = 150;

export interface Paced<Value> {
  readonly update: (change: (value: Value) => Value) => void;
  readonly flush: () => void;
}

export function paced<Value>(target: Cell<Value>): Paced<Value> {
  let next = target.get();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    target.set(next);
  };
  return {
    update(change) {
      next = change(next);
      timer ??= setTimeout(flush, EVERY_MS);
    },
    flush,
  };
}
