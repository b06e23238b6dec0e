/** Loops of Go and Rust that come back until something holds. */
import type { Node } from '../facts/source-file.ts';
import { words } from '../rules/rule.ts';
import { nearest } from '../syntax/node.ts';

/** Goes round a number of times, or for ever. */
const ROUNDS =
  /^for\b(?:[^;]*;)?\s*\w*\s*(?:[<>]=?|!=)\s*[^;()]*(?:;|$)|^(?:for|while)\s+(?:true\s*)?$|^loop\b|^for\s.*\bin\b|\brange\b/;
/** What leaves the loop when something went wrong does not wait for it. */
const LEAVES =
  /\bif (?!err != nil)(?:[^{]|\{\})*\{[^{}]*\b(?:break|return)\b|\bcase [^:]*:[^{}]*?\b(?:break|return)\b|=>\s*(?:\{[^{}]*)?(?:break|return)\b/;

/** Nothing leaves the loop: no statement of these kinds, and no call like these. */
export const isEndless = (loop: Node, leaves: string, calls: string): boolean =>
  loop.find(leaves) === null && loop.find('call_expression', calls) === null;

/** In a loop of Go or Rust that comes back until something holds: its condition asks, or its body leaves it then. */
export function isPolled(place: Node): boolean {
  const loop = nearest(place, [
    ...words('for_statement for_expression while_expression loop_expression'),
    ...words('func_literal function_declaration method_declaration closure_expression function_item'),
  ]);
  if (loop === null || !/^(?:for|while|loop)_/.test(loop.kind())) return false;
  const at = (loop.field('body')?.start() ?? loop.end()) - loop.start();
  const head = loop.text().slice(0, at).trim();
  return !/\brange\s+[^\d\s]/.test(head) && (!ROUNDS.test(head) || LEAVES.test(loop.text().slice(at)));
}
