/** A signal of a caller that others may set too. Lighter than an AbortController, because every call has one. */
import type { CancelSignal } from './calls-watch.ts';

export class Cancellable implements CancelSignal {
  readonly #caller: CancelSignal;
  readonly #listeners = new Set<() => void>();
  #isCancelled = false;

  constructor(caller: CancelSignal) {
    this.#caller = caller;
  }

  get aborted(): boolean {
    return this.#isCancelled || this.#caller.aborted;
  }

  addEventListener(type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
    this.#caller.addEventListener(type, listener);
  }

  removeEventListener(type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
    this.#caller.removeEventListener(type, listener);
  }

  readonly cancel = (): void => {
    if (this.aborted) return;
    this.#isCancelled = true;
    for (const listener of [...this.#listeners]) listener();
  };
}
