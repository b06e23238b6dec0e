/** What one walk looks for in a language, and what a node of each kind may be. Made once a grammar. */

import type { Defines, DefinitionRule } from '../facts/defines.ts';
import type { CallShape, Dialect } from '../facts/dialect.ts';
import type { Grammar } from '../syntax/language.ts';
import type { Matcher } from '../syntax/parser.ts';

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
  readonly nodes: Matcher;
  readonly roles: ReadonlyMap<string, Readonly<Role>>;
}

const walks = new Map<Grammar, Walk>();

export function walkOf(grammar: Grammar, dialect: Dialect, defines: Defines): Walk {
  let walk = walks.get(grammar);
  if (walk === undefined) {
    const { rules, roles } = rolesOf(dialect, defines);
    walk = { nodes: { rule: { any: rules } }, roles };
    walks.set(grammar, walk);
  }
  return walk;
}

function rolesOf(
  dialect: Dialect,
  defines: Defines,
): { readonly rules: readonly DefinitionRule[]; readonly roles: Walk['roles'] } {
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
  const rules: readonly DefinitionRule[] = [
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
