/** Time in shell tests: the clock, loops with pauses, what is started with `&` and who waits for it. */

import type { Node, SourceFile } from '../../facts/source-file.ts';
import {
  commandOf,
  commandsIn,
  functionAround,
  hooksOf,
  isOwn,
  nameOf,
  SET_UP,
  TEAR_DOWN,
  trapsOf,
} from './command.ts';

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

/** How often it looks is written there: as a range, as several words, or as a bound. */
export function isCounted(loop: Node): boolean {
  const head = loop.text().split(/\bdo\b/, 1)[0]!;
  if (/\{\d+\.\.\d+\}|\bseq\s+(?:\d+\s+)?\d+\s*\)/.test(head)) return true;
  return (loop.is('for_statement') ? /\bin(?:\s+\w+){2,}\s*;?\s*$/ : /-l[te]\s+"?\d|<=?\s*\d/).test(head);
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

/** Ended in the same function behind it, in a tear-down of the file, or by a trap. */
export function isEnded(node: Node, file: SourceFile): boolean {
  const around = functionAround(node);
  const after = node.end();
  const own = commandsIn(around ?? file.root, ENDING).filter(({ start }) => start >= after);
  if (own.some(endsIt)) return true;
  if (trapsOf(file).some((trap) => /\bkill\b|\bwait\b/.test(trap))) return true;
  return hooksOf(file, TEAR_DOWN).some((hook) => mayMean(hook, around) && commandsIn(hook, ENDING).some(endsIt));
}

/** A tear-down ends what its set-up has started, what a test has kept the number of, or all there is. */
const mayMean = (hook: Node, around: Node | null): boolean =>
  around === null ||
  SET_UP.test(nameOf(around)) ||
  /\$!/.test(around.text()) ||
  /jobs\s+-p|\bpkill\b|\bkillall\b/.test(hook.text());

const endsIt = ({ name, words }: { readonly name: string; readonly words: readonly string[] }): boolean =>
  /^(?:wait|kill|pkill|killall|stop\w*|fg)$/.test(name) ||
  (name === 'xargs' && words.includes('kill')) ||
  (name === 'docker' && /^(?:rm|stop|kill)$/.test(words[0] ?? ''));
