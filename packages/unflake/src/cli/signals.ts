/** Ctrl-C: the first ends the trials and prints the best result so far; the second exits at once. */
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import type { CliHost } from './cli-host.ts';

export interface Interruption {
  readonly signal: AbortSignal;
  readonly stopListening: () => void;
}

export function listenForInterrupts({ onInterrupt, exitNow }: CliHost, say: (line: string) => void): Interruption {
  const controller = new AbortController();
  const stopListening = onInterrupt(() => {
    // The keeper, which outlives us, kills what still runs.
    if (controller.signal.aborted) return exitNow(EXIT.interrupted);
    say('stopping… press Ctrl-C again to quit without a result');
    controller.abort(new UnflakeError('CANCELLED', 'it was interrupted'));
  });
  return { signal: controller.signal, stopListening };
}
