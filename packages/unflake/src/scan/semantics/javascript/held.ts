/** Who holds what a call has opened or started, and whether it is let go again where that counts. */

import type { Node, SourceFile } from '../../facts/source-file.ts';
import { textAt } from '../../syntax/node.ts';
import { wrapped } from '../held.ts';
import { quoted, re, undone } from '../undone.ts';
import { calledName, functionAround, isGivenToAfter, isInAfterHook } from './around.ts';

const KEEPS =
  /^(?:push|add|set|track|defer|use|register|unshift|enter|adopt|resolve|once|finished|cb|callback|done|next)$/;

/** A helper by its name: `closeServer(server)`, `destroyAll(server)`. */
const LETS_GO = /^(?:close|stop|destroy|dispose|shutdown|shutDown|terminate|cleanup|cleanUp|teardown|tearDown|kill)/;

/** Whether the holder is closed by one of these methods, given to one of these functions, or handed on to somebody else. */
export function letGo(call: Node, name: string, file: SourceFile, methods: RegExp, functions?: RegExp): boolean {
  if (/^(?:await\s+)?using\b/.test(textAt(wrapped(call).parent()?.parent()))) return true;
  const word = quoted(name);
  const mentions = re`(?:^|[^\w$])${word}(?:$|[^\w$])`;
  const released = undone(call, file, ['call_expression', word], (node) => {
    const callee = node.fieldText('function');
    const on = new RegExp(
      `(?:^|[^\\w$])${word}[?!]?\\.(?:.*\\.)?([\\w$]+)$|(?:^|[^\\w$])${word}\\[Symbol\\.\\w+\\]$`,
      's',
    ).exec(callee);
    if (on !== null) {
      const isEnd =
        /^(?:on(?:ce)?|addEventListener)$/.test(on[1] ?? '') &&
        /^\(\s*["'](?:close|end|finish|exit)["']/.test(node.fieldText('arguments'));
      return on[1] === undefined || isEnd || methods.test(on[1]);
    }
    const args = node.fieldText('arguments');
    if (!mentions.test(args.replace(/(["'`])(?:(?!\1).)*\1/g, ''))) return false;
    const plain = calledName(node);
    if (functions?.test(plain) || KEEPS.test(plain) || LETS_GO.test(plain)) return true;
    return (isInAfterHook(node) || isGivenToAfter(node)) && !/=>|function/.test(args);
  });
  return released || isReturned(call, mentions);
}

function isReturned(call: Node, mentions: RegExp): boolean {
  const around = functionAround(call);
  if (around === null) return false;
  return around
    .findAll('return_statement')
    .some((node) => functionAround(node)?.id() === around.id() && mentions.test(node.text()));
}
