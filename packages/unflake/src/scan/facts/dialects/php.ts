/** PHP: functions and classes by their namespaces, tests as PHPUnit's methods and Pest's calls. */
import { literal, named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { phpDefines } from '../definitions/php.ts';
import type { Dialect, Imports } from '../dialect.ts';

export const php: Dialect = {
  language: 'php',
  calls: [
    { kind: 'function_call_expression', callee: 'function', args: 'arguments' },
    { kind: 'member_call_expression', callee: 'name', on: 'object', args: 'arguments' },
    { kind: 'nullsafe_member_call_expression', callee: 'name', on: 'object', args: 'arguments' },
    { kind: 'scoped_call_expression', callee: 'name', on: 'scope', args: 'arguments' },
    // What is created has no field: rules read it from the text, the index by `createdName`.
    { kind: 'object_creation_expression', callee: 'name' },
  ],
  scopes: ['method_declaration', 'function_definition', 'anonymous_function', 'arrow_function'],
  comments: ['comment'],
  importing: [{ kind: 'namespace_use_declaration' }],
  imports,
  binds,
  testsIn: /TestCase\b|@test\b|#\[[^\]]*\bTest\b|\b(?:it|test)\s*\(/,
  tests: ['method_declaration', 'function_call_expression'],
  test: (node) => (node.is('method_declaration') ? method(node) : called(node)),
  isTestFile: (file) => /(?:Test|TestCase|Cest|Spec)\.php$|(?:^|\/)tests?\/.*\.php$/i.test(file),
  defines: phpDefines,
};

function method(node: Node): string | null {
  const name = node.field('name')?.text() ?? '';
  const attributes = node.field('attributes')?.text() ?? '';
  if (/^test/.test(name) || /#\[(?:[\w\\]+,\s*)*(?:[\w\\]*\\)?Test\b/.test(attributes)) return name;
  const before = node.prev();
  return before?.is('comment') === true && /@test\b/.test(before.text()) ? name : null;
}

/** Pest: `it('adds', function () { … })`. */
function called(node: Node): string | null {
  if (!/^(?:it|test)$/.test(node.field('function')?.text() ?? '')) return null;
  const [title, body] = named(node.field('arguments')).map((argument) => named(argument)[0]);
  const isBody = body?.is('anonymous_function') === true || body?.is('arrow_function') === true;
  return isBody ? (literal(title) ?? title?.text() ?? null) : null;
}

export const dotted = (path: string): string => path.replace(/^\\/, '').replaceAll('\\', '.');

function imports(nodes: readonly Node[]): Imports {
  const names = new Map<string, string>();
  for (const node of nodes) {
    const text = node.text().replace(/\s+/g, ' ');
    const parts = /^use (?:function |const )?([\w\\]*?)\\?\{(.*)\}\s*;$/.exec(text);
    const clauses = (parts?.[2] ?? /^use (?:function |const )?(.*);$/.exec(text)?.[1] ?? '').split(',');
    for (const clause of clauses) {
      const [path, alias] = clause.trim().split(/ as /i);
      if (!path) continue;
      const whole = dotted(parts?.[1] ? `${parts[1]}\\${path.trim()}` : path.trim());
      const last = whole.slice(whole.lastIndexOf('.') + 1);
      // Functions are called by their own names, in whatever namespace they live.
      names.set(alias?.trim() ?? last, /^use function /.test(text) ? last : whole);
    }
  }
  return { names, whole: [] };
}

/** Variables have a mark of their own and hide no function; a function or class of the file does. */
function binds(scope: Node): ReadonlySet<string> {
  const names = new Set<string>();
  if (!scope.is('program')) return names;
  for (const kind of ['function_definition', 'class_declaration']) {
    for (const node of scope.findAll({ rule: { kind } })) names.add(node.field('name')?.text() ?? '');
  }
  return names;
}
