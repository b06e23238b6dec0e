/** Commands that read the clock, as against those that convert a time they are given. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { commandOf, isOwn } from './command.ts';

/** A time is given: `-d`, `--date`, of a file, or read from a file. */
const GIVEN = /^(?:-\w*[drf]|--date(?:=.*)?|--reference(?:=.*)?|--file(?:=.*)?|-s|--set(?:=.*)?|--help|--version)$/;

export function readsClock(node: Node, file: SourceFile): boolean {
  const { name, words } = commandOf(node);
  if (name === 'printf')
    return words.some((word) => /%\([^)]*\)T/.test(word)) && (words.at(-1) === '-1' || words.length === 1);
  return name === 'date' && !isOwn('date', file) && !words.some((word) => GIVEN.test(word));
}

/** `date -d @0`, with the time that stands there converted. */
export function convertsTime(node: Node, file: SourceFile): boolean {
  const { name, words } = commandOf(node);
  return (
    name === 'date' &&
    !isOwn('date', file) &&
    words.some((word) => /^(?:-\w*[dr]|--date(?:=.*)?|--reference(?:=.*)?)$/.test(word))
  );
}
