/** Waits for a call or for some time, whichever comes first. A call before anybody waits is not lost. */

export interface Wake {
  readonly ring: () => void;
  /** Is fulfilled also when `signal` is aborted. */
  readonly wait: (withinMs: number, signal: AbortSignal) => Promise<void>;
}

export function wake(): Wake {
  let rang = false;
  let waiting: (() => void) | undefined;
  return {
    ring() {
      rang = true;
      waiting?.();
    },
    wait: (withinMs, signal) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          waiting = undefined;
          rang = false;
          resolve();
        };
        const timer = setTimeout(end, withinMs);
        waiting = end;
        signal.addEventListener('abort', end);
        if (rang || signal.aborted) end();
      }),
  };
}
