/** C#: types by their namespaces, tests as methods with an attribute of xUnit, NUnit or MSTest. */
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { csharpDefines } from '../definitions/csharp.ts';
import type { Dialect, Imports } from '../dialect.ts';

/** What projects use without saying so, unless they switch it off. */
const ALWAYS = [
  'System',
  'System.IO',
  'System.Linq',
  'System.Net.Http',
  'System.Threading',
  'System.Threading.Tasks',
  'System.Collections.Generic',
];
const TYPES = [
  'class_declaration',
  'struct_declaration',
  'record_declaration',
  'interface_declaration',
  'enum_declaration',
];
const IS_TEST = /^(?:\w*Fact|\w*Theory|Test|TestCase|TestCaseSource|\w*TestMethod)$/;

export const csharp: Dialect = {
  language: 'csharp',
  calls: [
    { kind: 'invocation_expression', callee: 'function', args: 'arguments' },
    { kind: 'object_creation_expression', callee: 'type', args: 'arguments' },
  ],
  scopes: ['method_declaration', 'constructor_declaration', 'local_function_statement', 'lambda_expression'],
  comments: ['comment'],
  importing: [{ kind: 'using_directive' }],
  imports,
  binds,
  testsIn: /\[[^\]]*(?:Fact|Theory|Test|TestCase|TestMethod)\b/,
  tests: ['method_declaration'],
  test: (node) =>
    attributesOf(node).some((attribute) => IS_TEST.test(lastOf(attribute.field('name')?.text() ?? '')))
      ? (node.field('name')?.text() ?? null)
      : null,
  isTestFile: (file) =>
    /(?:Tests?|Specs?|Fixture)\.cs$|(?:^|\/)(?:tests?|[^/]*[._-](?:tests?|unittests?|integrationtests?))\/.*\.cs$/i.test(
      file,
    ),
  defines: csharpDefines,
};

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).replace(/Attribute$/, '');

export function attributesOf(declaration: Node | null): readonly Node[] {
  return named(declaration)
    .filter((part) => part.is('attribute_list'))
    .flatMap((list) => named(list).filter((part) => part.is('attribute')));
}

function imports(nodes: readonly Node[]): Imports {
  const names = new Map<string, string>();
  const whole = [...ALWAYS];
  for (const node of nodes) {
    const alias = node.field('name')?.text();
    const path = named(node).at(-1)?.text() ?? '';
    if (alias !== undefined && alias !== path) names.set(alias, path);
    else whole.push(path);
  }
  return { names, whole: [...new Set(whole)] };
}

function binds(scope: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const kinds = scope.is('compilation_unit') ? TYPES : ['parameter', 'variable_declarator'];
  const declared = scope.findAll({ rule: { any: kinds.map((kind) => ({ kind })) } });
  for (const node of declared) names.add(node.field('name')?.text() ?? '');
  return names;
}
