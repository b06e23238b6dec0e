/** Rust: `use` trees, and tests as functions with an attribute that ends in `test`. */
import { named, outwards } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { rustDefines } from '../definitions/rust.ts';
import type { Dialect, Imports } from '../dialect.ts';

export const rust: Dialect = {
  language: 'rust',
  calls: [
    { kind: 'call_expression', callee: 'function', args: 'arguments' },
    { kind: 'macro_invocation', callee: 'macro' },
  ],
  callsHaveBrackets: true,
  scopes: ['function_item', 'closure_expression'],
  comments: ['line_comment', 'block_comment'],
  importing: [{ kind: 'use_declaration' }],
  imports,
  binds,
  tests: ['function_item'],
  test: (node) => (attributes(node).some(isTestAttribute) ? (node.field('name')?.text() ?? null) : null),
  testsIn: /#!?\[[^\]]*(?:test|quickcheck)/,
  isTestFile: (file) => /(?:^|\/)tests\/|(?:^|\/)(?:tests?|[^/]*_tests?)\.rs$/.test(file),
  isForTests: (node) => [...outwards(node)].some((above) => above.is('mod_item') && attributes(above).some(isForTests)),
  isMeasured: (node) =>
    [...outwards(node)].some((above) => above.is('function_item') && attributes(above).includes('#[bench]')),
  defines: rustDefines,
};

const isForTests = (attribute: string): boolean => /^#\[cfg\((?:test|all\(test\b.*|any\(test\b.*)\)\]$/.test(attribute);

/** Attributes stand before the item, as its siblings. */
export function attributes(item: Node): readonly string[] {
  const texts: string[] = [];
  for (let before = item.prev(); before !== null; before = before.prev()) {
    if (before.is('attribute_item')) texts.push(before.text());
    else if (!/comment$/.test(before.kind())) break;
  }
  return texts;
}

const isTestAttribute = (text: string): boolean =>
  /^#\[(?:\w+::)*(?:test|rstest|test_case|test_matrix|quickcheck|proptest|wasm_bindgen_test|test_log)\b/.test(text);

function imports(nodes: readonly Node[]): Imports {
  const names = new Map<string, string>();
  const whole: string[] = [];
  for (const node of nodes) {
    const tree = node.field('argument');
    if (tree !== null) read(tree, [], names, whole);
  }
  return { names, whole };
}

function read(tree: Node, before: readonly string[], names: Map<string, string>, whole: string[]): void {
  const parts = (node: Node | null): readonly string[] => (node === null ? [] : node.text().split('::'));
  switch (tree.kind()) {
    case 'use_list':
      for (const child of named(tree)) read(child, before, names, whole);
      return;
    case 'scoped_use_list': {
      const list = tree.field('list');
      if (list !== null) read(list, [...before, ...parts(tree.field('path'))], names, whole);
      return;
    }
    case 'use_as_clause':
      names.set(tree.field('alias')?.text() ?? '', [...before, ...parts(tree.field('path'))].join('.'));
      return;
    case 'use_wildcard':
      whole.push([...before, ...parts(named(tree)[0] ?? null)].join('.'));
      return;
    default: {
      const path = [...before, ...tree.text().split('::')];
      if (path.at(-1) === 'self') path.pop();
      names.set(path.at(-1)!, path.join('.'));
    }
  }
}

function binds(scope: Node): ReadonlySet<string> {
  const names = new Set<string>();
  for (const parameter of named(scope.field('parameters'))) {
    const pattern = parameter.field('pattern') ?? parameter;
    for (const name of boundBy(pattern)) names.add(name);
  }
  const walk = (node: Node): void => {
    for (const child of named(node)) {
      const kind = child.kind();
      if (/^(?:function_item|struct_item|enum_item|trait_item|mod_item|macro_definition)$/.test(kind)) {
        names.add(child.field('name')?.text() ?? '');
        continue;
      }
      if (/^(?:closure_expression|impl_item|use_declaration|macro_invocation)$/.test(kind)) continue;
      if (/^(?:let_declaration|for_expression|let_condition)$/.test(kind))
        for (const name of boundBy(child.field('pattern'))) names.add(name);
      walk(child);
    }
  };
  const body = scope.is('source_file') ? scope : scope.field('body');
  if (body !== null) walk(body);
  return names;
}

/** Names in a pattern; constructors in it begin with a capital. */
function boundBy(pattern: Node | null): readonly string[] {
  if (pattern === null) return [];
  const all = pattern.is('identifier') ? [pattern] : pattern.findAll({ rule: { kind: 'identifier' } });
  return all.map((node) => node.text()).filter((name) => /^[a-z_]/.test(name));
}
