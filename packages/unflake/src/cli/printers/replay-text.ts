/** `replay` for people: the recorded outcome and the current one. */

import { duration } from '../../text/duration.ts';
import { plural } from '../../text/plural.ts';
import type { ReplayResult } from '../../tools/lib/tool-results.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';
import { letter } from './record/run-letters.ts';

export function replayText(
  { caseId, trial, command, recorded, seen, agreeing, ms }: ReplayResult,
  style: TerminalStyle,
): string {
  const { bold, dim } = paint(style);
  const row = (label: string, text: string) => `${bold(label.padEnd(9))}${text}`;
  return [
    row('replay', `${caseId} ${trial}, recorded as ${recorded}`),
    row('command', command),
    row('now', `${seen.map(letter).join(' ')}   ${agreement(agreeing, seen.length, recorded)}`),
    dim(row('time', `${plural(seen.length, 'run')}, ${duration(ms)}`)),
    '',
  ].join('\n');
}

function agreement(agreeing: number, runs: number, recorded: string): string {
  if (agreeing === runs) return `as recorded: ${recorded} every time`;
  return agreeing === 0 ? `not as recorded: never ${recorded}` : `${recorded} in ${agreeing} of ${runs} runs`;
}
