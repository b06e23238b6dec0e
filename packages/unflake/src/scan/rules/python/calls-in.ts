/** The calls inside a function, a class or a file, in the order of the text; found once per place. */
import type { SourceFile } from '../../facts/source-file.ts';
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';

export interface CallIn {
  readonly node: Node;
  /** As it is written: `self.log.close`. */
  readonly callee: string;
  /** What it is called on, as it is written; null for a plain function. */
  readonly on: string | null;
  readonly last: string;
  readonly args: readonly Node[];
  readonly start: number;
}

const known = new WeakMap<SourceFile, Map<number, readonly CallIn[]>>();

export function callsIn(scope: Node, file: SourceFile): readonly CallIn[] {
  const ofFile = known.get(file) ?? new Map<number, readonly CallIn[]>();
  known.set(file, ofFile);
  const found = ofFile.get(scope.id()) ?? scope.findAll({ rule: { kind: 'call' } }).map(callOf);
  ofFile.set(scope.id(), found);
  return found;
}

export function callOf(node: Node): CallIn {
  const callee = node.field('function');
  const text = callee?.text() ?? '';
  const method = callee?.is('attribute') ? callee : null;
  return {
    node,
    callee: text,
    on: method?.field('object')?.text() ?? null,
    last: method?.field('attribute')?.text() ?? text,
    args: named(node.field('arguments')).filter((arg) => !arg.is('comment')),
    start: node.range().start.index,
  };
}

export const keyword = (args: readonly Node[], name: string): Node | null =>
  args.find((arg) => arg.is('keyword_argument') && arg.field('name')?.text() === name)?.field('value') ?? null;

export const positional = (args: readonly Node[]): readonly Node[] =>
  args.filter((arg) => !/^(?:keyword_argument|list_splat|dictionary_splat)$/.test(arg.kind() as string));
