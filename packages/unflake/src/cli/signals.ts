/** Ctrl-C: the first asks kindly, so that trials end and the best result so far is printed; the second leaves at once. */
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
    // Whatever still runs is ended by the keeper, which outlives us for that purpose.
    if (controller.signal.aborted) return exitNow(EXIT.interrupted);
    say('stopping… press Ctrl-C again to quit without a result');
    controller.abort(new UnflakeError('CANCELLED', 'it was interrupted'));
  });
  return { signal: controller.signal, stopListening };
}
