/** The functions and assignments of a file by their names, found once for all rules. */
import type { SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';

interface Outline {
  readonly functions: ReadonlyMap<string, readonly Node[]>;
  readonly assignments: ReadonlyMap<string, readonly Node[]>;
}

const known = new WeakMap<SourceFile, Outline>();

function outlineOf(file: SourceFile): Outline {
  let outline = known.get(file);
  if (outline === undefined) {
    outline = {
      functions: grouped(file.root.findAll({ rule: { kind: 'function_definition' } }), 'name'),
      assignments: grouped(file.root.findAll({ rule: { kind: 'assignment' } }), 'left'),
    };
    known.set(file, outline);
  }
  return outline;
}

function grouped(nodes: readonly Node[], field: string): ReadonlyMap<string, readonly Node[]> {
  const groups = new Map<string, Node[]>();
  for (const node of nodes) {
    const name = node.field(field)?.text() ?? '';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [node]);
    else group.push(node);
  }
  return groups;
}

export const functionsOf = (file: SourceFile): readonly Node[] => [...outlineOf(file).functions.values()].flat();

export const functionsNamed = (name: string, file: SourceFile): readonly Node[] =>
  outlineOf(file).functions.get(name) ?? [];

/** Plain names that are assigned anywhere in the file. */
export const assignedNames = (file: SourceFile): readonly string[] =>
  [...outlineOf(file).assignments.keys()].filter((name) => /^\w+$/.test(name));

/** Assignments to a name in a function or class; in the file only those at its top. */
export function assignmentsTo(name: string, scope: Node, file: SourceFile): readonly Node[] {
  const all = outlineOf(file).assignments.get(name) ?? [];
  if (scope.is('module')) return all.filter((node) => nearest(node, ['function_definition']) === null);
  return all.filter((node) => isInside(node, scope));
}

export function isInside(inner: Node, outer: Node): boolean {
  const { start, end } = inner.range();
  const range = outer.range();
  return start.index >= range.start.index && end.index <= range.end.index;
}
