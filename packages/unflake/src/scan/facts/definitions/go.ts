/** Go: functions, methods by their receiver, types; `TestMain` and a suite's set-up run around the tests of their package. */
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import type { DefinedName, Defines, TestName, Variable } from '../defines.ts';
import { typeOfValue } from '../type-of-value.ts';

const SUITE_HOOK = /^(?:SetupSuite|SetupTest|SetupSubTest|TearDownSuite|TearDownTest|BeforeTest|AfterTest)$/;

export const goDefines: Defines = {
  nodes: [
    { kind: 'function_declaration' },
    { kind: 'method_declaration' },
    { kind: 'type_spec' },
    { kind: 'method_elem' },
  ],
  read,
  variables: {
    nodes: [{ kind: 'parameter_declaration' }, { kind: 'short_var_declaration' }, { kind: 'field_declaration' }],
    read: variables,
  },
  belongs: { kind: 'package_clause', read: (node) => named(node)[0]?.text() ?? '' },
};

function read(node: Node, kind: string, test: TestName): DefinedName | null {
  const name = node.field('name')?.text();
  if (name === undefined) return null;
  if (kind === 'type_spec') return { kind: 'class', name };
  if (kind === 'method_elem') return { kind: 'method', name };
  const returns = firstResult(node.field('result')?.text() ?? '');
  const more = returns === '' ? {} : { returns };
  if (kind === 'function_declaration') {
    if (name === 'TestMain') return { kind: 'fixture', name, automatic: true };
    if (name === 'init') return { kind: 'function', name, runsOnLoad: true };
    return { kind: test(node) === null ? 'function' : 'test', name, ...more };
  }
  const of = plainType(/(\S+)\s*\)$/.exec(node.field('receiver')?.text() ?? '')?.[1] ?? '');
  if (SUITE_HOOK.test(name)) return { kind: 'fixture', name, of, automatic: true };
  return { kind: test(node) === null ? 'method' : 'test', name, of, ...more };
}

/** `(*Store, error)` → `Store`. */
const firstResult = (text: string): string => plainType(text.replace(/^\(/, '').split(/[,)]/)[0]!.trim());

const plainType = (text: string): string =>
  text
    .replace(/^(?:\w+\s+)?(?:\*|\.\.\.)*/, '')
    .replace(/\[.*$/s, '')
    .replace(/[^\w.].*$/s, '');

function variables(node: Node, kind: string): readonly Variable[] {
  if (kind === 'short_var_declaration') {
    const name = (node.field('left')?.text() ?? '').split(',')[0]!.trim();
    const type = typeOfValue(node.field('right')?.text() ?? '');
    return type === null || !/^\w+$/.test(name) ? [] : [{ name, type }];
  }
  const type = plainType(node.field('type')?.text() ?? '');
  if (!/^\w+(?:\.\w+)?$/.test(type)) return [];
  const names = named(node).filter((part) => part.is('identifier') || part.is('field_identifier'));
  return names.map((part) => ({ name: kind === 'field_declaration' ? `self.${part.text()}` : part.text(), type }));
}
