/** A fault found before any tool was called: the same envelope or the same words as a tool's own faults. */
import { systemClock } from '@unflake/testkit/clock';
import { FAULTS, type UnflakeError } from '../contract/faults.ts';
import { faultEnvelope, startMeta } from '../tools/envelope.ts';
import { lookOf } from './look.ts';
import type { Outside } from './outside.ts';
import { faultText } from './printers/fault-text.ts';

export function printUsageFault(
  fault: UnflakeError,
  command: string | null,
  argv: readonly string[],
  outside: Outside,
): number {
  if (argv.includes('--json')) {
    const meta = startMeta({ clock: systemClock, entropy: outside.entropy })();
    outside.stdout.write(`${JSON.stringify(faultEnvelope(fault, meta), null, 2)}\n`);
  } else {
    outside.stderr.write(faultText(fault, command, lookOf(outside.stderr, outside.env, argv.includes('--no-color'))));
  }
  return FAULTS[fault.code].exit;
}
