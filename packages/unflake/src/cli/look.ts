/** How text may look where it goes: colours and width. */
import type { Sink } from './outside.ts';

export interface Look {
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

export function lookOf(sink: Sink, env: Readonly<Record<string, string | undefined>>, noColor: boolean): Look {
  const off = noColor || !sink.isTTY || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  return { color: off ? 'off' : 'on', columns: sink.columns };
}

export function paint({ color }: Look): Paint {
  const with_ = (open: number, close: number) => (text: string) =>
    color === 'on' && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return { bold: with_(1, 22), dim: with_(2, 22), red: with_(31, 39), green: with_(32, 39), yellow: with_(33, 39) };
}
