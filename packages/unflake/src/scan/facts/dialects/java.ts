/** Java: classes by their imports, tests as methods with an annotation that ends in `Test`. */
import { named, nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { javaDefines } from '../definitions/java.ts';
import type { Dialect, Imports } from '../dialect.ts';

export const java: Dialect = {
  language: 'java',
  calls: [
    { kind: 'method_invocation', callee: 'name', on: 'object', args: 'arguments' },
    { kind: 'object_creation_expression', callee: 'type', args: 'arguments' },
  ],
  callsHaveBrackets: true,
  scopes: ['method_declaration', 'constructor_declaration', 'lambda_expression'],
  comments: ['line_comment', 'block_comment'],
  importing: [{ kind: 'import_declaration' }],
  imports,
  binds,
  testsIn: /@[\w.]*(?:Test|TestFactory|TestTemplate|Property)\b/,
  tests: ['method_declaration'],
  test: (node) => {
    const modifiers = named(node).find((part) => part.is('modifiers'));
    const isTest = named(modifiers ?? null).some((part) =>
      /^@(?:[\w.]*\.)?(?:\w*Test|TestFactory|TestTemplate|Property)\b/.test(part.text()),
    );
    return isTest ? (node.field('name')?.text() ?? null) : null;
  },
  isTestFile: (file) =>
    /(?:^|\/)(?:Test[A-Z][^/]*|[^/]*(?:Test|Tests|TestCase|IT))\.java$|(?:^|\/)src\/test\//.test(file),
  // A program that stands among the tests.
  isMeasured: (node) => nearest(node, ['method_declaration'])?.field('name')?.text() === 'main',
  defines: javaDefines,
};

function imports(nodes: readonly Node[]): Imports {
  const names = new Map<string, string>();
  const whole: string[] = [];
  for (const node of nodes) {
    const path =
      named(node)
        .find((part) => /identifier$/.test(part.kind()))
        ?.text() ?? '';
    if (named(node).some((part) => part.is('asterisk'))) whole.push(path);
    else names.set(path.slice(path.lastIndexOf('.') + 1), path);
  }
  return { names, whole };
}

const TYPES = ['class_declaration', 'interface_declaration', 'enum_declaration', 'record_declaration'].join(', ');
const VARIABLES = ['formal_parameter', 'variable_declarator', 'catch_formal_parameter', 'enhanced_for_statement'].join(
  ', ',
);

/** At the top a class of the file's own hides one of the library with the same name. */
function binds(scope: Node): ReadonlySet<string> {
  const found = scope.findAll({ rule: { kind: scope.is('program') ? TYPES : VARIABLES } });
  return new Set(found.map((node) => node.field('name')?.text() ?? ''));
}
