/** The style of a terminal: colours and width. */
import type { Sink } from './cli-host.ts';

export interface TerminalStyle {
  readonly color: 'on' | 'off';
  readonly columns: number;
}

export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}

export function terminalStyle(
  sink: Sink,
  env: Readonly<Record<string, string | undefined>>,
  noColor: boolean,
): TerminalStyle {
  const off = noColor || !sink.isTTY || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  return { color: off ? 'off' : 'on', columns: sink.columns };
}

export function paint({ color }: TerminalStyle): Paint {
  const sgr = (open: number, close: number) => (text: string) =>
    color === 'on' && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return { bold: sgr(1, 22), dim: sgr(2, 22), red: sgr(31, 39), green: sgr(32, 39), yellow: sgr(33, 39) };
}
