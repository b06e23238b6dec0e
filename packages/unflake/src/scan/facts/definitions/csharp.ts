/** C#: types with their bases, methods, and what xUnit, NUnit and MSTest run around tests. */
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import type { DefinedName, Defines, TestName, Variable } from '../defines.ts';
import { typeOfValue } from '../type-of-value.ts';

const AROUND_TESTS =
  /\[(?:SetUp|TearDown|OneTimeSetUp|OneTimeTearDown|TestInitialize|TestCleanup|ClassInitialize|ClassCleanup)\b/;
const TYPES = ['class_declaration', 'struct_declaration', 'record_declaration', 'interface_declaration'];

export const csharpDefines: Defines = {
  nodes: [...TYPES, 'method_declaration', 'constructor_declaration', 'local_function_statement'].map((kind) => ({
    kind,
  })),
  read,
  variables: {
    nodes: [{ kind: 'variable_declaration' }, { kind: 'parameter' }, { kind: 'property_declaration' }],
    read: variables,
  },
};

function read(node: Node, kind: string, test: TestName): DefinedName | null {
  const name = node.field('name')?.text();
  if (name === undefined) return null;
  if (TYPES.includes(kind)) {
    const list = named(node).find((part) => part.is('base_list'));
    const bases = named(list ?? null)
      .map((part) => part.text().replace(/[<(].*$/s, ''))
      .filter((base) => /^[\w.]+$/.test(base));
    return { kind: 'class', name, ...(bases.length === 0 ? {} : { bases }) };
  }
  if (kind === 'constructor_declaration') return { kind: 'method', name: '<init>' };
  if (kind === 'local_function_statement') return { kind: 'function', name };
  const lists = named(node).filter((part) => part.is('attribute_list'));
  if (lists.some((part) => AROUND_TESTS.test(part.text()))) return { kind: 'fixture', name, automatic: true };
  const isTest = lists.length > 0 && test(node) !== null;
  const returns = (node.field('returns')?.text() ?? '').replace(/^(?:Task|ValueTask)<(.*)>$/s, '$1');
  return { kind: isTest ? 'test' : 'method', name, ...(/^[A-Z][\w.]*$/.test(returns) ? { returns } : {}) };
}

function variables(node: Node, kind: string): readonly Variable[] {
  const declared = (node.field('type')?.text() ?? '').replace(/[<?].*$/s, '');
  const declarators =
    kind === 'variable_declaration' ? named(node).filter((part) => part.field('name') !== null) : [node];
  return declarators.flatMap((declarator) => {
    const name = declarator.field('name')?.text();
    const type = declared === 'var' ? typeOfValue(named(declarator).at(-1)?.text() ?? '') : declared;
    return name !== undefined && type !== null && /^[A-Z][\w.]*(?:\(\))?$/.test(type) ? [{ name, type }] : [];
  });
}
