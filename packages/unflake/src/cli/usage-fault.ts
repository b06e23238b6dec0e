/** A fault found before any tool was called: the same envelope or the same text as a tool's own faults. */
import { systemClock } from '@unflake/testkit/clock';
import { FAULTS, type UnflakeError } from '../contract/faults.ts';
import { faultEnvelope, startMeta } from '../tools/lib/envelope.ts';
import type { CliHost } from './cli-host.ts';
import { faultText } from './printers/fault-text.ts';
import { terminalStyle } from './terminal-style.ts';

export function printUsageFault(
  fault: UnflakeError,
  command: string | null,
  argv: readonly string[],
  host: CliHost,
): number {
  if (argv.includes('--json')) {
    const meta = startMeta({ clock: systemClock, entropy: host.entropy })();
    host.stdout.write(`${JSON.stringify(faultEnvelope(fault, meta), null, 2)}\n`);
  } else {
    host.stderr.write(faultText(fault, command, terminalStyle(host.stderr, host.env, argv.includes('--no-color'))));
  }
  return FAULTS[fault.code].exit;
}
