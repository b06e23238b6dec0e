/** What one walk looks for in a language, and what a node of each kind may be. Made once a grammar. */

import type { Defines, NodeRule } from '../facts/defines.ts';
import type { CallShape, Dialect } from '../facts/dialect.ts';
import type { Grammar } from '../syntax/language.ts';
import type { Matcher, Node } from '../syntax/parser.ts';
import { textNeeded } from '../syntax/text-needed.ts';

/** One kind may play several roles: a JavaScript variable may hold a function, a value of a known type, or a module. */
export interface Role {
  shape?: CallShape;
  defines?: true;
  varies?: true;
  imports?: true;
  exports?: true;
  passes?: true;
  belongs?: true;
}

export interface Walk {
  /** What to look for in a text. */
  readonly any: (text: string) => readonly object[];
  readonly roles: ReadonlyMap<string, Readonly<Role>>;
}

const walks = new Map<Grammar, Walk>();

export function walkOf(grammar: Grammar, root: Node, dialect: Dialect, defines: Defines): Walk {
  let walk = walks.get(grammar);
  if (walk === undefined) {
    const { rules, roles } = made(dialect, defines);
    walk = { any: sought(rules.filter((rule) => isKnown(rule, root))), roles };
    walks.set(grammar, walk);
  }
  return walk;
}

/** Grammars of one language differ in their kinds, and the library refuses a kind that the grammar does not have. */
function isKnown(rule: object, root: Node): boolean {
  try {
    // Beside a kind that may be anywhere the text cannot answer before the library does.
    root.find({ rule: { any: [{ kind: 'ERROR' }, rule] } } as Matcher);
    return true;
  } catch (error) {
    if (error instanceof Error && /kind/i.test(error.message)) return false;
    throw error;
  }
}

/** The library reads its rules anew for every file: kinds in one, and no pattern that the text rules out. */
function sought(rules: readonly NodeRule[]): Walk['any'] {
  const isKind = (rule: NodeRule): boolean => Object.keys(rule).length === 1;
  const kinds = new Set(rules.filter(isKind).map(({ kind }) => kind));
  const others = rules.flatMap((rule) => {
    if (kinds.has(rule.kind)) return [];
    const { kind: _, ...more } = rule;
    return [{ rule, isIn: textNeeded(more) }];
  });
  const all = kinds.size === 0 ? [] : [{ kind: [...kinds].join(', ') }];
  return (text) => [...all, ...others.filter(({ isIn }) => isIn?.(text) ?? true).map(({ rule }) => rule)];
}

function made(
  dialect: Dialect,
  defines: Defines,
): { readonly rules: readonly NodeRule[]; readonly roles: Walk['roles'] } {
  const roles = new Map<string, Role>();
  const roleOf = (kind: string): Role => {
    const role = roles.get(kind) ?? {};
    roles.set(kind, role);
    return role;
  };
  for (const shape of dialect.calls) roleOf(shape.kind).shape = shape;
  const { belongs, passed, variables, exports } = defines;
  for (const { kind } of defines.nodes) roleOf(kind).defines = true;
  for (const { kind } of variables?.nodes ?? []) roleOf(kind).varies = true;
  for (const { kind } of dialect.importing) roleOf(kind).imports = true;
  for (const { kind } of exports?.nodes ?? []) roleOf(kind).exports = true;
  for (const { kind } of passed ?? []) roleOf(kind).passes = true;
  if (belongs !== undefined) roleOf(belongs.kind).belongs = true;
  const rules: readonly NodeRule[] = [
    ...dialect.calls.map(({ kind }) => ({ kind })),
    ...defines.nodes,
    ...(variables?.nodes ?? []),
    ...dialect.importing.map((one) => ({ ...one })),
    ...(exports?.nodes ?? []),
    ...(passed ?? []),
    ...(belongs === undefined ? [] : [{ kind: belongs.kind }]),
  ];
  return { rules, roles };
}
