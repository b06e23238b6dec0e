/**
 * Functions that a call is given instead of calling them. The text says where one may stand, which is cheap; the tree then says whether
 * it is an argument there.
 */
import { named } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import type { MetCall } from './collected.ts';
import type { CallFact } from './file-facts.ts';

/** Letters of English alone: with those of every language the look at the text would cost as much as a walk. */
const MAY_STAND = /[(,=:[&{]\s*([A-Za-z_$][\w$]*(?:::[A-Za-z_$][\w$]*)*)\s*(?=[,)\]}])/g;
/** Around an argument that is itself no name. */
const HOLDS = /^(?:keyword_argument|pair|array|object|list|dictionary|reference_expression|unary_expression|argument)$/;

export function passedNames(
  calls: readonly MetCall[],
  known: ReadonlySet<string>,
  text: string,
): readonly { readonly node: Node; readonly fact: CallFact }[] {
  const found: { readonly node: Node; readonly fact: CallFact }[] = [];
  const open: MetCall[] = [];
  let next = 0;
  for (const match of text.matchAll(MAY_STAND)) {
    const name = match[1]!;
    const first = name.includes(':') ? name.slice(0, name.indexOf(':')) : name;
    if (!known.has(first)) continue;
    const at = match.index + match[0].lastIndexOf(name);
    for (; next < calls.length && calls[next]!.start <= at; next += 1) open.push(calls[next]!);
    while (open.length > 0 && open.at(-1)!.end <= at) open.pop();
    const call = open.findLast(({ end }) => end > at);
    if (call?.shape.args === undefined) continue;
    const argument = argumentNamed(call.node.field(call.shape.args), name, at);
    if (argument === null) continue;
    const line = argument.range().start.line + 1;
    found.push({ node: argument, fact: { in: call.within, line, name: name.replaceAll('::', '.'), how: 'passed' } });
  }
  return found;
}

function argumentNamed(around: Node | null, name: string, at: number): Node | null {
  for (const part of named(around)) {
    const kind = part.kind();
    if (/identifier$/.test(kind)) {
      if (part.text() === name && part.start() === at) return part;
    } else if (HOLDS.test(kind)) {
      const inside = argumentNamed(part, name, at);
      if (inside !== null) return inside;
    }
  }
  return null;
}
