/** Shell and BATS: a call is a command; there are no imports, only functions of the file's own. */
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { BATS_PREFIX } from '../../syntax/prepare.ts';
import { shellDefines } from '../definitions/shell.ts';
import type { Dialect } from '../dialect.ts';

export const shell: Dialect = {
  language: 'shell',
  calls: [{ kind: 'command', callee: 'name' }],
  scopes: ['function_definition'],
  comments: ['comment'],
  importing: [],
  imports: () => ({ names: new Map(), whole: [] }),
  binds: (scope) => (scope.is('program') ? functionNames(scope) : new Set()),
  tests: ['function_definition'],
  test: (node) => {
    const name = node.field('name')?.text() ?? '';
    if (name.startsWith(BATS_PREFIX)) return titleOf(node) ?? name;
    return /^test/.test(name) ? name : null;
  },
  testsIn: /\btest\w*\s*\(|function\s+test/,
  isTestFile: (file) =>
    /\.bats$|(?:^|\/)(?:test[^/]*|[^/]*[._-]test)\.(?:sh|bash)$|(?:^|\/)tests?\/[^/]*\.(?:sh|bash)$/.test(file),
  defines: shellDefines,
};

function functionNames(root: Node): ReadonlySet<string> {
  const found = root.findAll({ rule: { kind: 'function_definition' } });
  return new Set(found.map((node) => node.field('name')?.text() ?? ''));
}

/** Behind the colon with which the test's body begins. */
function titleOf(test: Node): string | null {
  const first = named(test.field('body'))[0];
  const title = named(first ?? null)[1];
  return title === undefined ? null : title.text().replace(/^(["'])([\s\S]*)\1$/, '$2');
}
