/** A time box that ends when the test says so: what has to happen before has as much time as the machine takes. */
import { until } from '@unflake/testkit/until';

/** No other timer has this length. */
const HELD_MS = 86_399_987;

export interface HeldTimeBox extends Disposable {
  readonly timeBoxMs: number;
  /** Ends the time box as soon as the condition holds. */
  readonly endWhen: (condition: () => boolean) => Promise<void>;
}

/** Of the processes that are started until it is disposed. */
export function holdTimeBox(): HeldTimeBox {
  const original = globalThis.setTimeout;
  const ends: (() => void)[] = [];
  const held = (run: () => void, ms?: number, ...rest: unknown[]) => {
    const timer = original(run, ms, ...(rest as []));
    if (ms === HELD_MS) {
      ends.push(() => {
        clearTimeout(timer);
        run();
      });
    }
    return timer;
  };
  globalThis.setTimeout = Object.assign(held, original) as typeof setTimeout;
  return {
    timeBoxMs: HELD_MS,
    async endWhen(condition) {
      await until(() => ends.length > 0 && condition(), { within: 120_000 });
      for (const end of ends.splice(0)) end();
    },
    [Symbol.dispose]() {
      globalThis.setTimeout = original;
    },
  };
}
