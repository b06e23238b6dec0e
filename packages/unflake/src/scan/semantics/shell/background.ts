/** What is started with `&`, and who waits for it. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { commandsIn, functionAround, hooksOf, nameOf, SET_UP, TEAR_DOWN } from './command.ts';

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
