/** C and C++: names by their namespaces, tests as the macros of GoogleTest, Catch2, doctest, Boost and the C frameworks. */
import { literal, named, nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { CASE_MACRO } from '../../syntax/prepare-cpp.ts';
import { cppDefines } from '../definitions/cpp.ts';
import type { Dialect, Imports } from '../dialect.ts';

const PAIR_MACRO = /^(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|CTEST|CTEST2)$/;
const NAME_MACRO = /^(?:BOOST_AUTO_TEST_CASE|BOOST_FIXTURE_TEST_CASE|START_TEST|QUICK_TEST|TEST)$/;

export const cpp: Dialect = {
  language: 'cpp',
  calls: [
    { kind: 'call_expression', callee: 'function', args: 'arguments' },
    { kind: 'new_expression', callee: 'type', args: 'arguments' },
  ],
  scopes: ['function_definition', 'lambda_expression'],
  comments: ['comment'],
  importing: [{ kind: 'using_declaration' }, { kind: 'alias_declaration' }, { kind: 'namespace_alias_definition' }],
  imports,
  binds,
  testsIn: /\b\w*TEST\w*\s*\(|\bSCENARIO\s*\(|\bvoid\s+test_/,
  tests: ['function_definition'],
  test,
  isTestFile: (file) =>
    /(?:^|\/)(?:tests?|unit_?tests?)\/.*\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$|(?:^|\/)(?:test_[^/]*|[^/]*[_-](?:tests?|unittest|spec)|[^/]*[a-z0-9]Tests?)\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$/.test(
      file,
    ),
  isMeasured: (node) =>
    /benchmark::State\s*&/.test(nearest(node, ['function_definition'])?.text().split('{', 1)[0] ?? ''),
  defines: cppDefines,
};

function test(node: Node): string | null {
  const declarator = node.field('declarator');
  const macro = declarator?.field('declarator')?.text() ?? '';
  if (/^test_\w+$/.test(macro)) return takesNothing(node, declarator!) ? macro : null;
  if (CASE_MACRO.test(macro)) {
    const title = node.field('body')?.find({ rule: { kind: 'string_literal' } });
    return literal(title) ?? macro;
  }
  if (!PAIR_MACRO.test(macro) && !NAME_MACRO.test(macro)) return null;
  const given = named(declarator!.field('parameters')).map((part) => part.text());
  return given.length === 0 ? null : given.slice(0, 2).join('.');
}

/** The frameworks of C call tests with nothing, cmocka with a state; what takes or gives more is a helper. */
const takesNothing = (node: Node, declarator: Node): boolean =>
  node.field('type')?.text() === 'void' &&
  /^\((?:void(?:\s*\*\*\s*\w+)?)?\)$/.test(declarator.field('parameters')?.text() ?? '');

function imports(nodes: readonly Node[]): Imports {
  const names = new Map<string, string>();
  const whole: string[] = [];
  for (const node of nodes) {
    const text = node.text();
    const path = (/([\w:]+)\s*;$/.exec(text)?.[1] ?? '').replace(/^::/, '').replaceAll('::', '.');
    const alias = /^(?:using|namespace)\s+(\w+)\s*=/.exec(text)?.[1];
    if (path === '') continue;
    if (alias !== undefined) names.set(alias, path);
    else if (/^using\s+namespace\b/.test(text)) whole.push(path);
    else names.set(path.slice(path.lastIndexOf('.') + 1), path);
  }
  return { names, whole };
}

/** The plain name inside a declarator: `s` of `*s`, `t` of `t(…)`. */
export function declaredName(declarator: Node | null): string {
  let node = declarator;
  while (node !== null && !/identifier$/.test(node.kind())) {
    node = node.field('declarator') ?? named(node)[0] ?? null;
  }
  return node?.text() ?? '';
}

function binds(scope: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const kinds = scope.is('translation_unit')
    ? ['function_definition', 'class_specifier', 'struct_specifier']
    : ['parameter_declaration', 'init_declarator', 'declaration', 'for_range_loop'];
  for (const node of scope.findAll({ rule: { any: kinds.map((kind) => ({ kind })) } })) {
    const name = node.field('name')?.text() ?? declaredName(node.field('declarator'));
    if (/^\w+$/.test(name)) names.add(name);
  }
  return names;
}
