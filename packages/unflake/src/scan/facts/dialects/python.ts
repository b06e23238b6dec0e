/** Python: pytest's and unittest's tests, modules imported whole, in part and under other names. */
import { named, outwards } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { pythonDefines } from '../definitions/python.ts';
import type { Dialect, Imports } from '../dialect.ts';

export const python: Dialect = {
  language: 'python',
  calls: [{ kind: 'call', callee: 'function', args: 'arguments' }],
  callsHaveBrackets: true,
  scopes: ['function_definition', 'lambda'],
  comments: ['comment'],
  importing: [{ kind: 'import_statement' }, { kind: 'import_from_statement' }],
  renames: /\bas\s+\w/,
  imports,
  binds,
  tests: ['function_definition'],
  test: (node) => {
    const name = node.field('name')?.text() ?? '';
    return /^test/.test(name) && isCollected(node) ? name : null;
  },
  testsIn: /\bdef\s+test/,
  isTestFile: (file) => /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest|tests|tests?\/.*)\.pyi?$/.test(file),
  defines: pythonDefines,
};

/** Runners take functions of the file and methods of test classes; no fixture, no function inside a function, no method of any other class. */
function isCollected(test: Node): boolean {
  const outer = test.parent();
  if (outer?.is('decorated_definition')) {
    const marks = named(outer).filter((node) => node.is('decorator'));
    if (marks.some((mark) => /^@(?:\w+\.)*(?:yield_)?fixture\b/.test(mark.text()))) return false;
  }
  for (const above of outwards(test)) {
    if (above.is('function_definition')) return false;
    if (above.is('class_definition')) return isTestClass(above);
  }
  return true;
}

function isTestClass(node: Node): boolean {
  if (/^Test|Tests?$|TestCase$/.test(node.field('name')?.text() ?? '')) return true;
  return /Test|Case/.test(node.field('superclasses')?.text() ?? '');
}

function imports(nodes: readonly Node[]): Imports {
  const names = new Map<string, string>();
  const whole: string[] = [];
  for (const node of nodes) {
    if (node.is('import_statement')) {
      for (const part of named(node)) {
        const alias = part.field('alias')?.text();
        const module = (part.field('name') ?? part).text();
        if (alias !== undefined) names.set(alias, module);
        else names.set(module.split('.')[0]!, module.split('.')[0]!);
      }
      continue;
    }
    const module = node.field('module_name');
    if (module === null) continue;
    for (const part of named(node)) {
      if (part.id() === module.id()) continue;
      if (part.is('wildcard_import')) whole.push(module.text());
      else {
        const name = (part.field('name') ?? part).text();
        // Behind the dots alone of `from . import x` comes no further dot.
        const from = /\.$/.test(module.text()) ? module.text() : `${module.text()}.`;
        names.set(part.field('alias')?.text() ?? name, `${from}${name}`);
      }
    }
  }
  return { names, whole };
}

/** Parameters and what is assigned, deeper functions not included; at the top level also what is defined there. */
function binds(scope: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const elsewhere = new Set<string>();
  const top = scope.is('module');
  for (const parameter of named(scope.field('parameters'))) {
    const name = parameter.is('identifier') ? parameter : (parameter.field('name') ?? named(parameter)[0]);
    if (name !== undefined) names.add(name.text());
  }
  const walk = (node: Node): void => {
    for (const child of named(node)) {
      const kind = child.kind() as string;
      if (kind === 'function_definition' || kind === 'class_definition') {
        names.add(child.field('name')?.text() ?? '');
        continue;
      }
      if (kind === 'decorated_definition') {
        names.add(child.field('definition')?.field('name')?.text() ?? '');
        continue;
      }
      if (kind === 'lambda') continue;
      if (kind === 'global_statement') for (const name of named(child)) elsewhere.add(name.text());
      const left = kind === 'assignment' || kind === 'for_statement' ? child.field('left') : null;
      if (left !== null) for (const name of targets(left)) names.add(name);
      if (kind === 'as_pattern_target') names.add(child.text());
      if (!/^(?:call|string|argument_list|attribute)$/.test(kind)) walk(child);
    }
  };
  const body = top ? scope : scope.field('body');
  if (body !== null) walk(body);
  return new Set([...names].filter((name) => !elsewhere.has(name)));
}

function targets(left: Node): readonly string[] {
  if (left.is('identifier')) return [left.text()];
  return /pattern|tuple|list/.test(left.kind() as string) ? named(left).flatMap(targets) : [];
}
