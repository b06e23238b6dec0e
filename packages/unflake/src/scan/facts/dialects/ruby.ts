/** Ruby: constants are what they are called, tests as RSpec's and Rails' blocks and Minitest's methods. */
import { literal, named, nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { rubyDefines } from '../definitions/ruby.ts';
import type { Dialect } from '../dialect.ts';

const EXAMPLE = /^(?:[fx]?(?:it|specify|example)|test|scenario|should|its)$/;

/** Names before an equals sign that compares nothing. */
const ASSIGNED = /(?<![\w.@$:])([a-z_]\w*(?:\s*,\s*[a-z_]\w*)*)\s*(?:\|\||&&|[-+*/])?=(?![=~>])/g;

export const ruby: Dialect = {
  language: 'ruby',
  calls: [{ kind: 'call', callee: 'method', on: 'receiver', args: 'arguments' }],
  scopes: ['method', 'singleton_method', 'block', 'do_block', 'lambda'],
  comments: ['comment'],
  importing: [],
  imports: () => ({ names: new Map(), whole: [] }),
  binds,
  testsIn: /\bdef\s+test_|\b(?:it|specify|example|test|scenario|should)\b/,
  tests: ['call', 'method'],
  test: (node) => (node.is('method') ? method(node) : example(node)),
  isTestFile: (file) =>
    /(?:^|\/)(?:spec|tests?|features)\/.*\.rb$|(?:_spec|_test)\.rb$|(?:^|\/)test_[^/]*\.rb$/.test(file),
  defines: rubyDefines,
};

function method(node: Node): string | null {
  const name = node.field('name')?.text() ?? '';
  if (!/^test_/.test(name)) return null;
  const around = nearest(node, ['class', 'module']);
  return /Test|Spec|Case/.test(`${around?.field('name')?.text()} ${around?.field('superclass')?.text()}`) ? name : null;
}

/** With a block, and on nothing: `it "adds" do … end`; a block alone is described by its code. */
function example(node: Node): string | null {
  if (node.field('receiver') !== null || node.field('block') === null) return null;
  const callee = node.field('method')?.text() ?? '';
  if (!EXAMPLE.test(callee)) return null;
  const given = named(node.field('arguments'))[0];
  if (given === undefined) return callee === 'it' || callee === 'specify' ? callee : null;
  return literal(given) ?? (given.is('string') ? given.text() : null);
}

/** Parameters and what is assigned, deeper blocks included: they see the same names. */
function binds(scope: Node): ReadonlySet<string> {
  const names = new Set<string>();
  if (scope.is('program')) {
    for (const kind of ['class', 'module']) {
      // `class Shop::Time` hides nothing of the same name outside.
      for (const node of scope.findAll({ rule: { kind } })) {
        const name = node.field('name')?.text() ?? '';
        if (/^[A-Z]\w*$/.test(name)) names.add(name);
      }
    }
    for (const node of named(scope)) if (node.is('method')) names.add(node.field('name')?.text() ?? '');
    return names;
  }
  for (const part of named(scope.field('parameters'))) names.add((part.field('name') ?? part).text());
  // Asked of the text: blocks stand in blocks, and a walk through each would cost more than the parsing.
  for (const [, list] of scope.text().matchAll(ASSIGNED)) for (const name of list!.split(/\s*,\s*/)) names.add(name);
  return names;
}
