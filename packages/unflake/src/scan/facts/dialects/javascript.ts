/** JavaScript and TypeScript: modules of both kinds, and tests as every runner writes them: a call with a title and a function. */
import { literal, named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { javascriptDefines } from '../definitions/javascript.ts';
import type { Dialect, Imports } from '../dialect.ts';

const FUNCTIONS = [
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'generator_function_declaration',
];
const LOADS = /^(?:await\s+)?(?:require|import)\s*\(/;
const TEST_CALL =
  /^(?:test|it|specify|fit|xit|xtest)(?:\.(?:only|skip|each|concurrent|sequential|fails|failing|todo|for|runIf|skipIf)\b.*)?$/s;

export const javascript: Dialect = {
  language: 'javascript',
  calls: [
    { kind: 'call_expression', callee: 'function', args: 'arguments' },
    { kind: 'new_expression', callee: 'constructor', args: 'arguments' },
  ],
  callsHaveBrackets: true,
  scopes: FUNCTIONS,
  comments: ['comment'],
  importing: [
    { kind: 'import_statement' },
    { kind: 'variable_declarator', regex: '=\\s*(?:await\\s+)?(?:require|import)\\s*\\(' },
  ],
  imports,
  binds,
  // No method of that name: `pattern.test(text)` is in every other file.
  testsIn: /(?<![.\w$])(?:test|it|specify|fit|xit|xtest)\s*[.(]/,
  tests: ['call_expression'],
  test: (node) => {
    if (!TEST_CALL.test(node.field('function')?.text() ?? '')) return null;
    const [title, ...rest] = named(node.field('arguments'));
    if (title === undefined || rest.every((part) => !FUNCTIONS.includes(part.kind()))) return null;
    return literal(title) ?? title.text();
  },
  isTestFile: (file) =>
    /(?:^|\/)(?:[^/]*[._-](?:test|spec|e2e)|test|tests)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?|spec|e2e)\/(?!(?:.*\/)?(?:__)?(?:fixtures?|testdata)(?:__)?\/).*\.[cm]?[jt]sx?$/.test(
      file,
    ),
  defines: javascriptDefines,
};

function imports(nodes: readonly Node[]): Imports {
  const names = new Map<string, string>();
  for (const node of nodes) {
    if (node.is('import_statement')) readImport(node, names);
    else readRequire(node, names);
  }
  return { names, whole: [] };
}

function readImport(node: Node, names: Map<string, string>): void {
  const module = moduleName(literal(node.field('source')));
  const clause = named(node).find((part) => part.is('import_clause'));
  for (const part of named(clause ?? null)) {
    if (part.is('identifier')) names.set(part.text(), module);
    else if (part.is('namespace_import')) names.set(named(part)[0]?.text() ?? '', module);
    else
      for (const one of named(part)) {
        const name = (one.field('name') ?? one).text();
        names.set(one.field('alias')?.text() ?? name, `${module}.${name}`);
      }
  }
}

function readRequire(node: Node, names: Map<string, string>): void {
  const value = node.field('value');
  if (!LOADS.test(value?.text() ?? '')) return;
  const call = value!.is('call_expression') ? value! : value!.find({ rule: { kind: 'call_expression' } });
  const module = moduleName(literal(named(call?.field('arguments') ?? null)[0]));
  const target = node.field('name');
  if (target === null || module === '') return;
  if (target.is('identifier')) names.set(target.text(), module);
  for (const part of target.is('object_pattern') ? named(target) : []) {
    if (part.is('shorthand_property_identifier_pattern')) names.set(part.text(), `${module}.${part.text()}`);
    else if (part.is('pair_pattern'))
      names.set(part.field('value')?.text() ?? '', `${module}.${part.field('key')?.text()}`);
  }
}

/** `node:fs` and `fs` are one module. */
function moduleName(source: string | null): string {
  return source?.replace(/^node:/, '') ?? '';
}

function binds(scope: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const single = scope.field('parameter');
  for (const parameter of single === null ? named(scope.field('parameters')) : [single])
    for (const name of patternNames(parameter)) names.add(name);
  const walk = (node: Node): void => {
    for (const child of named(node)) {
      const kind = child.kind();
      if (
        kind === 'function_declaration' ||
        kind === 'class_declaration' ||
        kind === 'generator_function_declaration'
      ) {
        names.add(child.field('name')?.text() ?? '');
        continue;
      }
      if (FUNCTIONS.includes(kind) || kind === 'call_expression' || kind === 'import_statement') continue;
      if (kind === 'variable_declarator' && !LOADS.test(child.field('value')?.text() ?? '')) {
        for (const name of patternNames(child.field('name'))) names.add(name);
      }
      walk(child);
    }
  };
  const body = scope.is('program') ? scope : scope.field('body');
  if (body !== null) walk(body);
  return names;
}

function patternNames(node: Node | null): readonly string[] {
  if (node === null) return [];
  if (/^(?:identifier|shorthand_property_identifier_pattern)$/.test(node.kind())) return [node.text()];
  if (node.is('pair_pattern')) return patternNames(node.field('value'));
  if (node.is('assignment_pattern') || node.is('object_assignment_pattern')) return patternNames(node.field('left'));
  if (/parameter$|pattern$/.test(node.kind()))
    return (node.field('pattern') === null ? named(node) : [node.field('pattern')!]).flatMap(patternNames);
  return [];
}
