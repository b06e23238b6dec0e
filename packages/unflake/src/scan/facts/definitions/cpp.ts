/** C and C++: functions, classes with methods inside and outside, namespaces, and the tests of the macros. Declarations without a body define nothing. */
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import type { DefinedName, Defines, TestName, Variable } from '../defines.ts';
import { typeOfValue } from '../type-of-value.ts';

const FIXTURE_BASE = /(?:^|::)(?:testing::)?(?:Test|TestWithParam)$/;
/** Parts of a fixture that run with every test: what they call, the fixture calls. */
const RUNS_WITH_TESTS = /^(?:SetUp|TearDown|SetUpTestSuite|TearDownTestSuite)$/;

export const cppDefines: Defines = {
  nodes: [
    { kind: 'function_definition' },
    { kind: 'class_specifier', has: { field: 'body', kind: 'field_declaration_list' } },
    { kind: 'struct_specifier', has: { field: 'body', kind: 'field_declaration_list' } },
    { kind: 'namespace_definition' },
  ],
  read,
  variables: {
    nodes: [{ kind: 'declaration' }, { kind: 'parameter_declaration' }, { kind: 'field_declaration' }],
    read: variables,
  },
};

function read(node: Node, kind: string, test: TestName): DefinedName | null {
  if (kind === 'namespace_definition') {
    const name = node.field('name')?.text();
    return name === undefined ? null : { kind: 'group', name: name.split('::').at(-1)! };
  }
  if (kind !== 'function_definition') return classOf(node);
  const name = test(node);
  if (name !== null) {
    // `TEST_F(CartTest, Adds)` runs inside the fixture CartTest.
    const isInFixture = /^(?:TEST_F|TEST_P|BOOST_FIXTURE_TEST_CASE|TYPED_TEST)/.test(node.text());
    return { kind: 'test', name, ...(isInFixture ? { asks: [name.split('.')[0]!] } : {}) };
  }
  return functionOf(node);
}

function classOf(node: Node): DefinedName | null {
  const name = node.field('name')?.text().replace(/<.*$/s, '');
  if (name === undefined) return null;
  const clause = named(node).find((part) => part.is('base_class_clause'));
  const bases = named(clause ?? null)
    .map((part) => part.text().replace(/<.*$/s, ''))
    .filter((base) => /^[\w:]+$/.test(base) && !/^(?:public|private|protected|virtual)$/.test(base));
  if (bases.some((base) => FIXTURE_BASE.test(base))) return { kind: 'fixture', name };
  return { kind: 'class', name, ...(bases.length === 0 ? {} : { bases }) };
}

function functionOf(node: Node): DefinedName | null {
  let declarator = node.field('declarator');
  while (declarator !== null && !declarator.is('function_declarator'))
    declarator = declarator.field('declarator') ?? null;
  const written = declarator?.field('declarator')?.text() ?? '';
  const parts = written.replace(/<[^<>]*>/g, '').split('::');
  const name = parts.at(-1)!;
  if (!/^~?\w+$/.test(name) || RUNS_WITH_TESTS.test(name)) return null;
  const of = parts.at(-2);
  const type = node.field('type')?.text() ?? '';
  const returns = /^[A-Z]\w*$/.test(type) ? { returns: type } : {};
  if (of !== undefined && of !== '') return { kind: 'method', name: name === of ? '<init>' : name, of, ...returns };
  return { kind: 'function', name: type === '' && /^[A-Z]/.test(name) ? '<init>' : name, ...returns };
}

function variables(node: Node, kind: string): readonly Variable[] {
  const declared = (node.field('type')?.text() ?? '').replace(/<.*$/s, '').replaceAll('::', '.');
  const declarator = node.field('declarator');
  const name = /^[*&\s]*(\w+)/.exec(declarator?.text() ?? '')?.[1];
  if (name === undefined || (kind === 'declaration' && declarator?.is('function_declarator'))) return [];
  const type = declared === 'auto' ? typeOfValue(declarator?.field('value')?.text() ?? '') : declared;
  return type !== null && /^(?:[a-z_]\w*\.)*[A-Z]\w*(?:\(\))?$|^\w+\(\)$/.test(type) ? [{ name, type }] : [];
}
