/** JavaScript and TypeScript: functions under whatever name they are kept, classes, and tests, groups and hooks as calls. */
import { literal, named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import type { DefinedName, Defines, Variable } from '../defines.ts';
import { typeOfValue } from '../type-of-value.ts';
import { javascriptExports } from './javascript-exports.ts';

const FUNCTION_VALUES = ['arrow_function', 'function_expression', 'generator_function'].map((kind) => ({ kind }));
const holds = (field: string) => ({ has: { field, any: FUNCTION_VALUES } });
const TEST = /^(?:test|it|specify|fit|xit|xtest)\b/;
const GROUP = /^(?:[fx]?(?:describe|context)|suite)(?:\.(?:only|skip|concurrent|sequential|each|shuffle|todo)\b.*)?$/s;
const HOOK = /^(?:[\w$]+\.)?(?:before|after)(?:Each|All)?$|^(?:setup|teardown|suiteSetup|suiteTeardown)$/;

export const javascriptDefines: Defines = {
  nodes: [
    { kind: 'function_declaration' },
    { kind: 'generator_function_declaration' },
    { kind: 'class_declaration' },
    { kind: 'abstract_class_declaration' },
    { kind: 'interface_declaration' },
    { kind: 'class', has: { field: 'body', kind: 'class_body' } },
    { kind: 'method_definition' },
    { kind: 'abstract_method_signature' },
    { kind: 'variable_declarator', ...holds('value') },
    { kind: 'public_field_definition', ...holds('value') },
    { kind: 'field_definition', ...holds('value') },
    { kind: 'pair', ...holds('value') },
    { kind: 'assignment_expression', ...holds('right') },
  ],
  read,
  byCall: (node, callee, test) => {
    const isTest = TEST.test(callee);
    if (!isTest && !GROUP.test(callee) && !HOOK.test(callee)) return null;
    if (isTest) {
      const name = test(node);
      return name === null ? null : { kind: 'test', name };
    }
    const given = named(node.field('arguments'));
    if (!given.some((part) => FUNCTION_VALUES.some(({ kind }) => part.is(kind)))) return null;
    if (GROUP.test(callee)) return { kind: 'group', name: literal(given[0]) ?? given[0]!.text(), runsOnLoad: true };
    return { kind: 'fixture', name: callee, automatic: true };
  },
  variables: {
    nodes: [
      { kind: 'variable_declarator', has: { field: 'value', any: VALUES() } },
      { kind: 'assignment_expression', has: { field: 'right', any: VALUES() } },
      { kind: 'required_parameter', has: { field: 'type', kind: 'type_annotation' } },
      { kind: 'public_field_definition', has: { field: 'value', kind: 'new_expression' } },
      { kind: 'field_definition', has: { field: 'value', kind: 'new_expression' } },
      { kind: 'public_field_definition', has: { field: 'type', kind: 'type_annotation' } },
    ],
    read: variables,
  },
  loads: (node, kind) => {
    if (kind !== 'import_statement' && kind !== 'export_statement') return [];
    const source = literal(node.field('source'));
    return source === null || /^(?:import|export)\s+type\b/.test(node.text()) ? [] : [source];
  },
  loadsByCall: (node, callee) => {
    const source = callee === 'require' || callee === 'import' ? literal(named(node.field('arguments'))[0]) : null;
    return source === null ? [] : [source];
  },
  exports: {
    nodes: [{ kind: 'export_statement', regex: '^export\\s+(?:default\\b|\\{|\\*)' }],
    read: javascriptExports,
  },
};

function VALUES(): readonly object[] {
  return [{ kind: 'new_expression' }, { kind: 'await_expression' }, { kind: 'call_expression' }];
}

function read(node: Node, kind: string): DefinedName | null {
  switch (kind) {
    case 'method_definition':
    case 'abstract_method_signature':
      return { kind: 'method', name: plain(node.field('name')?.text() ?? ''), ...returns(node) };
    case 'class_declaration':
    case 'abstract_class_declaration':
    case 'interface_declaration':
      return { kind: 'class', name: node.field('name')?.text() ?? '', ...bases(node) };
    case 'class':
      return { kind: 'class', name: node.field('name')?.text() ?? nameOfHolder(node), ...bases(node) };
    case 'variable_declarator': {
      const name = node.field('name')?.text() ?? '';
      return isFunction(node.field('value')) && /^[\w$]+$/.test(name) ? { kind: 'function', name } : null;
    }
    case 'assignment_expression': {
      const left = node.field('left')?.text() ?? '';
      if (!isFunction(node.field('right')) || !/^[\w$.]+$/.test(left)) return null;
      const parts = left.split('.');
      // `Shop.prototype.open = …` is a method of Shop.
      const of = parts.at(-2) === 'prototype' ? parts.at(-3) : undefined;
      const name = left === 'module.exports' ? 'default' : parts.at(-1)!;
      return { kind: of === undefined ? 'function' : 'method', name, ...(of === undefined ? {} : { of }) };
    }
    case 'pair':
    case 'public_field_definition':
    case 'field_definition':
      if (!isFunction(node.field('value'))) return null;
      return {
        kind: 'method',
        name: plain((node.field('key') ?? node.field('name') ?? node.field('property'))?.text() ?? ''),
      };
    default:
      return { kind: 'function', name: node.field('name')?.text() ?? '', ...returns(node) };
  }
}

const plain = (name: string): string => name.replace(/^["'`]|["'`]$/g, '');
const isFunction = (value: Node | null): boolean =>
  value !== null && FUNCTION_VALUES.some(({ kind }) => value.is(kind));

function nameOfHolder(node: Node): string {
  const above = node.parent();
  return above?.is('variable_declarator') === true ? (above.field('name')?.text() ?? '') : '';
}

function bases(node: Node): { readonly bases?: readonly string[] } {
  const heritage = named(node).find((part) => /heritage$|^extends_type_clause$/.test(part.kind()));
  const text = heritage?.text().replace(/<[^>]*>/g, '') ?? '';
  const found = [...text.matchAll(/(?:extends|implements|,)\s*([\w$.]+)/g)].map((match) => match[1]!);
  return found.length === 0 ? {} : { bases: found };
}

function returns(node: Node): { readonly returns?: string } {
  const text = node.field('return_type')?.text();
  return text === undefined ? {} : { returns: text.replace(/^:\s*/, '').replace(/^Promise<(.*)>$/s, '$1') };
}

function variables(node: Node, kind: string): readonly Variable[] {
  const target = node.field('name') ?? node.field('property') ?? node.field('left') ?? node.field('pattern');
  const name = target?.text() ?? '';
  if (!/^(?:this\.)?#?[\w$]+$/.test(name)) return [];
  const declared = node.field('type')?.text().replace(/^:\s*/, '');
  const value = node.field('value') ?? node.field('right');
  const type = declared ?? typeOfValue(value?.text() ?? '');
  if (type === null || !/^[\w$.]+(?:\(\))?$/.test(type)) return [];
  return [{ name: /field_definition$/.test(kind) ? `this.${name}` : name, type }];
}
