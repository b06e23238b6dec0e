/** Loops of a shell that look again and again with pauses between. */
import type { Node } from '../../facts/source-file.ts';
import { commandsIn } from './command.ts';

export const LOOPS = ['for_statement', 'c_style_for_statement', 'while_statement'] as const;

/** Seconds between two looks; null when it makes no pause that can be read. */
function pauseOf(loop: Node): number | null {
  const sleep = commandsIn(loop, /\bsleep\b/).find(({ name }) => name === 'sleep');
  const [, number, unit] = /^(\d*\.?\d+)([smh]?)$/.exec(sleep?.words[0] ?? '') ?? [];
  if (number === undefined) return null;
  return Number(number) * (unit === 'm' ? 60 : unit === 'h' ? 3600 : 1);
}

/** How often it looks; null when that is not written there. */
export function looksOf(loop: Node): number | null {
  const head = loop.text().split(/\bdo\b/, 1)[0]!;
  const range = /\{(\d+)\.\.(\d+)\}/.exec(head);
  if (range !== null) return Number(range[2]) - Number(range[1]) + 1;
  const sequence = /\bseq\s+(?:(\d+)\s+)?(\d+)\s*\)/.exec(head);
  if (sequence !== null) return Number(sequence[2]) - Number(sequence[1] ?? 1) + 1;
  if (loop.is('for_statement')) {
    const words = /\bin\s+([\s\S]*?);?\s*$/.exec(head)?.[1]?.trim().split(/\s+/) ?? [];
    return words.length > 1 && words.every((word) => /^\w+$/.test(word)) ? words.length : null;
  }
  const bound = /-l[te]\s+"?(\d+)|<=?\s*(\d+)/.exec(head);
  return bound === null ? null : Number(bound[1] ?? bound[2]);
}

/** A machine under load may well take this long for what takes milliseconds at rest. */
const GENEROUS_SECONDS = 10;

export function isBoundedPoll(loop: Node): boolean {
  const pause = pauseOf(loop);
  const looks = pause === null ? null : looksOf(loop);
  return pause !== null && looks !== null && pause * looks < GENEROUS_SECONDS;
}
