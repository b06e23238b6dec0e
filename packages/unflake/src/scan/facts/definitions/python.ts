/** Python: functions, classes, pytest's fixtures by their decorators and parameters, unittest's by their names. */
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import type { DefinedName, Defines, TestName, Variable } from '../defines.ts';
import { typeOfValue } from '../type-of-value.ts';

const AROUND_TESTS =
  /^(?:setUp|tearDown|setUpClass|tearDownClass|asyncSetUp|asyncTearDown|setUpModule|tearDownModule|(?:setup|teardown)(?:_(?:method|class|function|module))?)$/;
const FIXTURE = /^@(?:[\w.]+\.)?(?:fixture|yield_fixture)\b/;

export const pythonDefines: Defines = {
  nodes: [
    { kind: 'function_definition' },
    { kind: 'class_definition' },
    { kind: 'if_statement', has: { field: 'condition', regex: '__name__' } },
  ],
  read,
  variables: {
    nodes: [
      { kind: 'assignment', has: { field: 'right', any: [{ kind: 'call' }, { kind: 'await' }] } },
      { kind: 'assignment', has: { field: 'type', kind: 'type' } },
      { kind: 'typed_parameter' },
      { kind: 'typed_default_parameter' },
    ],
    read: variables,
  },
  loads,
};

/** A name taken from a package may be a module of it. */
function loads(node: Node, kind: string): readonly string[] {
  const text = node.text().replace(/\\\n|[()]|#.*$/gm, ' ');
  const names = (list: string) =>
    list.split(',').map((part) =>
      part
        .trim()
        .split(/\s+as\s+/)[0]!
        .trim(),
    );
  if (kind === 'import_statement') return names(text.replace(/^import\s+/, '')).filter((name) => name !== '');
  const from = /^from\s+([.\w]+)\s+import\s+([\s\S]*)$/.exec(text);
  if (from === null) return [];
  const [, module = '', list = ''] = from;
  const below = names(list).filter((name) => /^\w+$/.test(name));
  return [module, ...below.map((name) => (module.endsWith('.') ? `${module}${name}` : `${module}.${name}`))];
}

function read(node: Node, kind: string, test: TestName): DefinedName | null {
  // What runs only as a program is not run by loading the file.
  if (kind === 'if_statement') return { kind: 'group', name: '__main__' };
  const name = node.field('name')?.text();
  if (name === undefined) return null;
  if (kind === 'class_definition') return { kind: 'class', name, ...bases(node) };
  const decorators = decoratorsOf(node);
  const returns = node.field('return_type')?.text();
  const typed = returns === undefined ? {} : { returns };
  const fixture = decorators.find((text) => FIXTURE.test(text));
  const isTest = fixture === undefined && /^test/.test(name) && test(node) !== null;
  const isAround = AROUND_TESTS.test(name);
  if (fixture === undefined && !isTest && !isAround) return { kind: 'function', name, ...typed };
  const asks = [...parameterNames(node), ...decorators.flatMap(usedFixtures)];
  const more = { ...(asks.length > 0 ? { asks } : {}), ...typed };
  if (isTest) return { kind: 'test', name, ...more };
  if (fixture === undefined) return { kind: 'fixture', name, automatic: true, ...more };
  const given = /\bname\s*=\s*(["'])(.*?)\1/.exec(fixture)?.[2];
  return { kind: 'fixture', name: given ?? name, ...(isAutomatic(fixture) ? { automatic: true } : {}), ...more };
}

const isAutomatic = (fixture: string): boolean => /\bautouse\s*=\s*True\b/.test(fixture);

function usedFixtures(decorator: string): readonly string[] {
  if (!/usefixtures\s*\(/.test(decorator)) return [];
  return [...decorator.matchAll(/(["'])([\w]+)\1/g)].map((match) => match[2]!);
}

function decoratorsOf(node: Node): readonly string[] {
  const texts: string[] = [];
  for (let before = node.prev(); before?.is('decorator'); before = before.prev()) {
    texts.push(before.text());
  }
  return texts;
}

/** From the text, which is one question to the parser instead of several a parameter. */
function parameterNames(node: Node): readonly string[] {
  const text = node.field('parameters')?.text() ?? '';
  if (text === '()' || text === '(self)') return [];
  return text
    .slice(1, -1)
    .replace(/\[[^\]]*\]|\([^)]*\)/g, '')
    .split(',')
    .map((part) => /^\s*(\w+)\s*(?::[^=]*)?$/.exec(part)?.[1] ?? '')
    .filter((name) => name !== '' && name !== 'self' && name !== 'cls');
}

function bases(node: Node): { readonly bases?: readonly string[] } {
  const text = node.field('superclasses')?.text();
  if (text === undefined) return {};
  const names = text
    .slice(1, -1)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^[\w.]+(?:\[.*)?$/.test(part))
    .map((part) => part.replace(/\[.*$/, ''));
  return names.length === 0 ? {} : { bases: names };
}

function variables(node: Node, kind: string): readonly Variable[] {
  if (kind === 'typed_parameter' || kind === 'typed_default_parameter') {
    const name = (node.field('name') ?? named(node)[0])?.text() ?? '';
    return typed(name, node.field('type')?.text() ?? null);
  }
  const name = node.field('left')?.text() ?? '';
  if (!/^(?:self\.)?\w+$/.test(name)) return [];
  return typed(name, node.field('type')?.text() ?? typeOfValue(node.field('right')?.text() ?? ''));
}

function typed(name: string, type: string | null): readonly Variable[] {
  const plain = type?.replace(/^["']|["']$/g, '').replace(/^Optional\[(.*)\]$/, '$1') ?? '';
  return /^[\w.]+(?:\(\))?$/.test(plain) ? [{ name, type: plain }] : [];
}
