/** `sleep` on a clock's own timers, shared by every clock. */
import { requireAtLeast } from '../text/refuse.ts';
import type { Clock, SleepOptions } from './system-clock.ts';

export async function sleepOn(clock: Clock, ms: number, { signal }: SleepOptions = {}): Promise<void> {
  requireAtLeast(0, 'the sleep', ms);
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clock.clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
