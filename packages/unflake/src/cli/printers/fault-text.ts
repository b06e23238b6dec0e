/** A fault for people: the problem, the next step, and the page with details. */
import { FAULTS, type FaultCode } from '../../contract/faults.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';

export interface FaultLike {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export function faultText(fault: FaultLike, command: string | null, style: TerminalStyle): string {
  const { red, dim } = paint(style);
  const code = fault.code as FaultCode;
  const [first, ...more] = fault.message.split('\n');
  return [
    `${red(command === null ? 'unflake:' : `unflake ${command}:`)} ${first}`,
    ...(more.length > 0 ? more : outputLines(fault)).map((line) => dim(`  │ ${line}`)),
    `  ${FAULTS[code].hint}`,
    dim(`  ${code}, ${faultPage(code)}`),
    '',
  ].join('\n');
}

// Output of the environment, unless the message quotes it already.
function outputLines({ details: { output } }: FaultLike): readonly string[] {
  return typeof output === 'string' && output.trim() !== '' ? output.trimEnd().split('\n') : [];
}

/** Each fault has a page. */
export function faultPage(code: string): string {
  return `docs/faults/${code.toLowerCase().replaceAll('_', '-')}.md`;
}
