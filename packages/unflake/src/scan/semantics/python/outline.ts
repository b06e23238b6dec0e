/** The functions and assignments of a file by their names, found once for all rules. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { addTo, once } from '../once.ts';

interface Outline {
  readonly all: readonly Node[];
  readonly functions: ReadonlyMap<string, readonly Node[]>;
  readonly assignments: ReadonlyMap<string, readonly Node[]>;
  /** Assignments that stand in no function. */
  readonly outside: ReadonlySet<Node>;
}

/** A plain target can be read off the text; any other is asked for. */
const TARGET = /^[\w.]+(?=\s*(?::|=(?!=)))/;

/** One walk; what stands in a function is read off the ends. */
const outlineOf = once((file: SourceFile): Outline => {
  const all: Node[] = [];
  const functions = new Map<string, Node[]>();
  const assignments = new Map<string, Node[]>();
  const outside = new Set<Node>();
  let inside = 0;
  for (const node of file.root.findAll('function_definition, assignment')) {
    if (node.is('function_definition')) {
      inside = Math.max(inside, node.end());
      all.push(node);
      addTo(functions, node.fieldText('name'), node);
    } else {
      if (node.start() >= inside) outside.add(node);
      addTo(assignments, TARGET.exec(node.text())?.[0] ?? node.field('left')?.text() ?? '', node);
    }
  }
  return { all, functions, assignments, outside };
});

export const functionsOf = (file: SourceFile): readonly Node[] => outlineOf(file).all;

export const functionsNamed = (name: string, file: SourceFile): readonly Node[] =>
  outlineOf(file).functions.get(name) ?? [];

/** Plain names that are assigned anywhere in the file. */
export const assignedNames = (file: SourceFile): readonly string[] =>
  [...outlineOf(file).assignments.keys()].filter((name) => /^\w+$/.test(name));

/** Assignments to a name in a function or class; in the file only those at its top. */
export function assignmentsTo(name: string, scope: Node, file: SourceFile): readonly Node[] {
  const { assignments, outside } = outlineOf(file);
  const all = assignments.get(name) ?? [];
  if (all.length === 0) return all;
  if (scope.is('module')) return all.filter((node) => outside.has(node));
  return all.filter((node) => isInside(node, scope));
}

export const isInside = (inner: Node, outer: Node): boolean =>
  inner.start() >= outer.start() && inner.end() <= outer.end();
