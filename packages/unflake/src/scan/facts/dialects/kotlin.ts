/** Kotlin: names as in Java, tests as functions with an annotation or as Kotest's and Spek's calls. Its grammar names no fields, so calls are read by their place. */
import { literal, named, nearest, outwards } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { kotlinDefines } from '../definitions/kotlin.ts';
import type { Dialect, Imports } from '../dialect.ts';

/** What Kotlin imports into every file by itself. */
const ALWAYS = ['kotlin', 'kotlin.io', 'kotlin.collections', 'java.lang'];
const TEST_CALL = /^x?(?:test|it|should|expect|scenario|then|Then|`then`|feature)\s*\(\s*"/;

export const kotlin: Dialect = {
  language: 'kotlin',
  // No such field: rules and the index read the callee by `calleeOf`.
  calls: [{ kind: 'call_expression', callee: 'callee' }],
  scopes: ['function_declaration', 'lambda_literal', 'anonymous_function', 'secondary_constructor'],
  comments: ['line_comment', 'multiline_comment'],
  importing: [{ kind: 'import_header' }],
  imports,
  binds,
  testsIn: /@[\w.]*(?:Test|TestFactory|TestTemplate|Property)\b|Spec\b|\bSpek\b/,
  tests: ['function_declaration', 'call_expression'],
  test: (node) => (node.is('function_declaration') ? annotated(node) : described(node)),
  isTestFile: (file) =>
    /(?:^|\/)(?:Test[A-Z][^/]*|[^/]*(?:Test|Tests|TestCase|IT|Spec))\.kts?$|(?:^|\/)src\/(?:test|\w+Test)\//.test(file),
  defines: kotlinDefines,
};

/** What a call calls: the first of its parts. */
export const calleeOf = (call: Node): Node | null => call.child(0);

function annotated(node: Node): string | null {
  const modifiers = named(node).find((part) => part.is('modifiers'));
  const isTest = named(modifiers ?? null).some((part) =>
    /^@(?:[\w.]*\.)?(?!(?:Before|After)Test)(?:\w*Test|TestFactory|TestTemplate|Property)\b/.test(part.text()),
  );
  return isTest ? (nameOf(node) ?? null) : null;
}

export const nameOf = (declaration: Node): string | undefined =>
  named(declaration)
    .find((part) => part.is('simple_identifier') || part.is('type_identifier'))
    ?.text()
    .replace(/^`|`$/g, '');

/** `test("adds") { … }`, and `"adds" { … }` in the specs that are written so. */
function described(node: Node): string | null {
  const callee = calleeOf(node);
  if (callee === null || !node.text().endsWith('}')) return null;
  if (callee.is('string_literal')) return isStringSpec(node) ? literal(callee) : null;
  if (!callee.is('call_expression') || !TEST_CALL.test(callee.text())) return null;
  // Inside a function it is a helper of the same name.
  if (nearest(node, ['function_declaration']) !== null) return null;
  return literal(callee.find({ rule: { kind: 'string_literal' } }));
}

function isStringSpec(node: Node): boolean {
  for (const above of outwards(node)) {
    if (above.is('class_declaration')) return /\b(?:StringSpec|FreeSpec)\b/.test(above.text().split('{', 1)[0]!);
  }
  return false;
}

function imports(nodes: readonly Node[]): Imports {
  const names = new Map<string, string>();
  const whole = [...ALWAYS];
  for (const node of nodes) {
    const path =
      named(node)
        .find((part) => part.is('identifier'))
        ?.text() ?? '';
    const alias = named(node).find((part) => part.is('import_alias'));
    if (named(node).some((part) => part.is('wildcard_import'))) whole.push(path);
    else names.set(named(alias ?? null)[0]?.text() ?? path.slice(path.lastIndexOf('.') + 1), path);
  }
  return { names, whole };
}

function binds(scope: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const kinds = scope.is('source_file')
    ? ['class_declaration', 'object_declaration']
    : ['variable_declaration', 'parameter'];
  const declared = scope.findAll({ rule: { any: kinds.map((kind) => ({ kind })) } });
  for (const node of declared) names.add(nameOf(node) ?? '');
  // A function of the file's own hides one of the library.
  if (scope.is('source_file')) {
    for (const node of named(scope)) if (node.is('function_declaration')) names.add(nameOf(node) ?? '');
  }
  return names;
}
