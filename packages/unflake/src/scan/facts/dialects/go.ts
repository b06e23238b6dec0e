/** Go: packages by the last part of their path, tests as functions with a `*testing.T`. */
import { literal, named, nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { goDefines } from '../definitions/go.ts';
import type { Dialect, Imports } from '../dialect.ts';

const FUNCTIONS = ['function_declaration', 'method_declaration', 'func_literal'];

export const go: Dialect = {
  language: 'go',
  calls: [{ kind: 'call_expression', callee: 'function', args: 'arguments' }],
  callsHaveBrackets: true,
  scopes: FUNCTIONS,
  comments: ['comment'],
  importing: [{ kind: 'import_spec' }],
  imports,
  binds,
  tests: ['function_declaration', 'method_declaration'],
  test: (node) => {
    const name = node.field('name')?.text() ?? '';
    if (/^Example(?![a-z])/.test(name)) return name;
    return /^(?:Test|Fuzz)(?![a-z])/.test(name) && isTestSignature(node) ? name : null;
  },
  testsIn: /\bfunc\s+(?:\([^)]*\)\s*)?(?:Test|Fuzz|Example)/,
  isTestFile: (file) => file.endsWith('_test.go'),
  isMeasured: (node) =>
    /^func Benchmark|\*testing\.B\)/.test(nearest(node, ['function_declaration'])?.text().split('{', 1)[0] ?? ''),
  defines: goDefines,
};

function imports(nodes: readonly Node[]): Imports {
  const names = new Map<string, string>();
  const whole: string[] = [];
  for (const node of nodes) {
    const path = literal(node.field('path')) ?? '';
    const given = node.field('name')?.text();
    if (given === '.') whole.push(path);
    else if (given !== '_') names.set(given ?? packageName(path), withoutVersion(path));
  }
  return { names, whole };
}

/** `func TestX(t *testing.T)`, or a method without parameters of a testify suite. `TestMain` and functions that only begin so are none. */
function isTestSignature(node: Node): boolean {
  const given = named(node.field('parameters'));
  if (node.is('method_declaration')) return given.length === 0 || isTester(given[0]!);
  return given.length === 1 && isTester(given[0]!);
}

const isTester = (parameter: Node): boolean => /\*testing\.[TF]$/.test(parameter.field('type')?.text() ?? '');

/** A version at the end is no name. */
function packageName(path: string): string {
  const parts = path.split('/');
  const last = /^v\d+$/.test(parts.at(-1) ?? '') && parts.length > 1 ? parts.at(-2)! : parts.at(-1)!;
  return last
    .replace(/\.v\d+$/, '')
    .replace(/^go-/, '')
    .replace(/-go$/, '');
}

/** Rules name a module of others without its version; those of the standard library differ by it. */
function withoutVersion(path: string): string {
  return /^[^/]*\./.test(path) ? path.replace(/\/v\d+(?=\/|$)/, '').replace(/\.v\d+$/, '') : path;
}

function binds(scope: Node): ReadonlySet<string> {
  const names = new Set<string>();
  for (const parameter of ['receiver', 'parameters'].flatMap((field) => named(scope.field(field))).flatMap(named))
    if (parameter.is('identifier')) names.add(parameter.text());
  const walk = (node: Node): void => {
    for (const child of named(node)) {
      const kind = child.kind();
      if (kind === 'function_declaration') names.add(child.field('name')?.text() ?? '');
      if (FUNCTIONS.includes(kind) || kind === 'import_declaration') continue;
      if (kind === 'short_var_declaration' || kind === 'range_clause' || kind === 'receive_statement')
        for (const left of named(child.field('left'))) names.add(left.text());
      if (kind === 'var_spec' || kind === 'const_spec')
        for (const part of named(child)) if (part.is('identifier')) names.add(part.text());
      walk(child);
    }
  };
  const body = scope.is('source_file') ? scope : scope.field('body');
  if (body !== null) walk(body);
  return names;
}
