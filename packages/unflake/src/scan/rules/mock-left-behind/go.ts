import type { SourceFile } from '../../facts/source-file.ts';
import { callsIn, functionAround, isAtTheEnd, isMain } from '../../semantics/go/around.ts';
import { isPutBack, packageVariables } from '../../semantics/go/package-state.ts';
import { givenTo, hasMethod, leaves } from '../../semantics/go/variables.ts';
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

/** Variables of packages that tests like to replace. */
const OF_OTHERS =
  /^(?:http\.Default(?:Client|Transport|ServeMux)|http\.DefaultClient\.\w+|os\.(?:Args|Stdout|Stderr|Stdin)|flag\.CommandLine|log\.Default|time\.Local|rand\.Reader|slog\.Default)$/;

export const go: LanguageRule = {
  fix: 'Keep the old one and put it back: `old := now; t.Cleanup(func() { now = old })`; better, pass the dependency in.',
  find: [
    nodesOf('assignment_statement', null, (assignment, file) => {
      const target = named(assignment.field('left'))[0];
      if (target === undefined || !replaces(assignment, target, file)) return false;
      return !isMain(assignment) && !isAtTheEnd(assignment) && !isPutBack(target.text(), assignment, file);
    }),
    calls(
      'github.com/jarcoal/httpmock.Activate',
      ({ node, args, file }) =>
        args.length === 0 && callsIn(functionAround(node, file), '^httpmock\\.Deactivate').length === 0,
    ),
    calls(
      'github.com/h2non/gock.New',
      ({ file }) =>
        !/\bgock\.(?:Off|Rest|Disa)/.test(file.text) ||
        callsIn(file.root, '^gock\\.(?:Off|OffAll|RestoreClient|DisableNetworking)').length === 0,
    ),
    calls(
      'bou.ke/monkey.Patch bou.ke/monkey.PatchInstanceMethod',
      ({ node, file }) => callsIn(functionAround(node, file), '^monkey\\.Unpatch').length === 0,
    ),
    calls(
      `github.com/agiledragon/gomonkey.ApplyFunc github.com/agiledragon/gomonkey.ApplyMethod
       github.com/agiledragon/gomonkey.ApplyGlobalVar`,
      ({ node, file }) => {
        const patches = givenTo(node)?.[0];
        const scope = functionAround(node, file);
        return patches === undefined
          ? givenTo(node) !== null
          : !hasMethod(patches, 'Reset', scope) && !leaves(patches, scope);
      },
    ),
    calls('log.SetOutput log/slog.SetDefault log.SetFlags', ({ node, name, file }) => {
      const method = name.slice(name.lastIndexOf('.') + 1);
      return (
        !isMain(node) && !isAtTheEnd(node) && !callsIn(functionAround(node, file), `\\.${method}$`).some(isAtTheEnd)
      );
    }),
  ],
};

/** A package's function variable gets another function, or a variable of another package another value. */
function replaces(assignment: Node, target: Node, file: SourceFile): boolean {
  if (target.is('selector_expression'))
    return OF_OTHERS.test(target.text()) && file.imports.names.has(target.text().split('.')[0]!);
  if (!target.is('identifier')) return false;
  const spec = packageVariables(file).get(target.text());
  return (
    spec !== undefined &&
    isFunction(spec, named(assignment.field('right'))[0]) &&
    !isLocal(target.text(), assignment, file)
  );
}

function isFunction(spec: Node, value: Node | undefined): boolean {
  return (
    (value?.is('func_literal') ?? false) ||
    (spec.field('type')?.is('function_type') ?? false) ||
    (spec.find({ rule: { kind: 'func_literal' } }) !== null && value?.is('identifier') === true)
  );
}

function isLocal(name: string, at: Node, file: SourceFile): boolean {
  return (
    functionAround(at, file).find({ rule: { kind: 'short_var_declaration', regex: `^(?:\\w+, *)*${name}\\b` } }) !==
    null
  );
}
