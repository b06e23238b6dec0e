/** Time in shell tests: the clock, loops with pauses, what is started with `&` and who waits for it. */

import type { Node, SourceFile } from '../../facts/source-file.ts';
import { commandOf, commandsIn, functionAround, hooksOf, isOwn, nameOf, SET_UP, TEAR_DOWN } from './command.ts';

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

export const LOOPS = ['for_statement', 'c_style_for_statement', 'while_statement'] as const;

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

export const STATEMENTS = 'command, redirected_statement, subshell, compound_statement, pipeline';

/** An `&` at the end of a statement: a file without one starts nothing in the background. */
export const AMPERSAND = /(?:^|[^&>|<])&\s*(?:#.*)?$|(?:^|[^&>|<])&\s+[\w$]/m;

export const isBackground = (node: Node): boolean => node.next()?.text() === '&';

/** A block that sleeps first: it is there to do something later. */
export const isTimer = (node: Node): boolean => /^[({]\s*sleep\b/.test(node.text());
/** `sleep 60 &`: a process to be looked at, not to be waited for. */
export const isDummy = (node: Node): boolean => /^sleep\b/.test(node.text());

const ENDING = /wait|kill|stop|fg|docker/;
const ENDS = /^(?:wait|kill|pkill|killall|stop\w*|fg)$/;

/** Ended in the same function behind it, in a tear-down of the file, or by a trap. */
export function isEnded(node: Node, file: SourceFile): boolean {
  const around = functionAround(node);
  const after = node.end();
  const own = commandsIn(around ?? file.root, ENDING).filter(({ start }) => start >= after);
  if (own.some(endsIt)) return true;
  if (
    commandsIn(file.root, /\btrap\b/).some(
      ({ name, words }) => name === 'trap' && /\bkill\b|\bwait\b/.test(words[0] ?? ''),
    )
  )
    return true;
  return hooksOf(file, TEAR_DOWN).some((hook) => mayMean(hook, around) && commandsIn(hook, ENDING).some(endsIt));
}

/** A tear-down ends what its set-up has started, what a test has kept the number of, or all there is. */
const mayMean = (hook: Node, around: Node | null): boolean =>
  around === null ||
  SET_UP.test(nameOf(around)) ||
  /\$!/.test(around.text()) ||
  /jobs\s+-p|\bpkill\b|\bkillall\b/.test(hook.text());

const endsIt = ({ name, words }: { readonly name: string; readonly words: readonly string[] }): boolean =>
  ENDS.test(name) ||
  (name === 'xargs' && words.includes('kill')) ||
  (name === 'docker' && /^(?:rm|stop|kill)$/.test(words[0] ?? ''));
