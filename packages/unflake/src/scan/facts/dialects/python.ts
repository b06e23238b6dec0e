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
  imports,
  binds,
  tests: ['function_definition'],
  test: (node) => {
    const name = node.field('name')?.text() ?? '';
    return /^test/.test(name) && isCollected(node) ? name : null;
  },
  testsIn: /\bdef\s+test/,
  isTestFile: (file) => /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest|tests|tests?\/.*)\.pyi?$/.test(file),
  isMeasured: (node) =>
    [...outwards(node)].some((above) => above.is('if_statement') && /^if __name__\b/.test(above.text())),
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

/** From the text, which is one question to the parser instead of several a name. */
function imports(nodes: readonly Node[]): Imports {
  const names = new Map<string, string>();
  const whole: string[] = [];
  for (const node of nodes) {
    const text = node.text().replace(/#.*$|\\\r?\n|[()]/gm, ' ');
    const from = /^from\s+([.\s]*[\p{L}\p{N}_.]*)\s*\bimport\b([\s\S]*)$/u.exec(text);
    const module = from?.[1]?.replace(/\s+/g, '');
    for (const part of (from?.[2] ?? text.replace(/^import\b/, '')).split(',')) {
      const [name = '', alias] = part.trim().split(/\s+as\s+/);
      if (name === '') continue;
      if (module === undefined) {
        const top = name.split('.')[0]!;
        names.set(alias ?? top, alias === undefined ? top : name);
      } else if (name === '*') whole.push(module);
      // Behind the dots alone of `from . import x` comes no further dot.
      else names.set(alias ?? name, /\.$/.test(module) ? `${module}${name}` : `${module}.${name}`);
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
  // Statement by statement: most bind one name or none, and only those around others need a search.
  for (const statement of named(top ? scope : scope.field('body'))) {
    const text = statement.text();
    const defined = DEFINITION.exec(text)?.[1];
    if (defined !== undefined) names.add(defined);
    else if (/^@/.test(text)) names.add(statement.field('definition')?.field('name')?.text() ?? '');
    else if (MAY_BIND.test(text)) bindsInside(statement, names, elsewhere);
  }
  return new Set([...names].filter((name) => !elsewhere.has(name)));
}

const DEFINITION = /^(?:class|(?:async\s+)?def)\s+([\p{L}_][\p{L}\p{N}_]*)/u;
const MAY_BIND = /=(?!=)|^(?:if|for|while|with|try|match|async|global)\b/;

function bindsInside(statement: Node, names: Set<string>, elsewhere: Set<string>): void {
  // What stands in a deeper function or class is bound there.
  let deeper = 0;
  for (const node of statement.findAll({ rule: { kind: BINDS } })) {
    if (node.start() < deeper) continue;
    const kind = node.kind();
    if (kind === 'lambda') deeper = node.end();
    else if (kind === 'function_definition' || kind === 'class_definition') {
      deeper = node.end();
      names.add(node.field('name')?.text() ?? '');
    } else if (kind === 'global_statement') for (const name of named(node)) elsewhere.add(name.text());
    else if (kind === 'as_pattern_target') names.add(node.text());
    else {
      const left = node.field('left');
      if (left !== null) for (const name of targets(left)) names.add(name);
    }
  }
}

const BINDS =
  'assignment, for_statement, as_pattern_target, global_statement, function_definition, class_definition, lambda';

function targets(left: Node): readonly string[] {
  if (left.is('identifier')) return [left.text()];
  return /pattern|tuple|list/.test(left.kind()) ? named(left).flatMap(targets) : [];
}
