/** Java: classes with what they extend, methods, JUnit's tests and what runs around them by their annotations. */
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import type { DefinedName, Defines, TestName, Variable } from '../defines.ts';
import { typeOfValue } from '../type-of-value.ts';

const AROUND_TESTS = /@(?:[\w.]*\.)?(?:Before|After)(?:Each|All|Class|Method|Suite|Test)?\b/;
const TYPES = ['class_declaration', 'interface_declaration', 'enum_declaration', 'record_declaration'];

export const javaDefines: Defines = {
  nodes: [...TYPES, 'method_declaration', 'constructor_declaration'].map((kind) => ({ kind })),
  read,
  variables: {
    nodes: [{ kind: 'local_variable_declaration' }, { kind: 'formal_parameter' }, { kind: 'field_declaration' }],
    read: variables,
  },
  passed: [{ kind: 'method_reference' }],
  belongs: { kind: 'package_declaration', read: (node) => /^package\s+([\w.]+)/.exec(node.text())?.[1] ?? '' },
};

function read(node: Node, kind: string, test: TestName): DefinedName | null {
  const name = node.field('name')?.text();
  if (name === undefined) return null;
  if (TYPES.includes(kind)) {
    const head = node.text().split('{', 1)[0]!;
    const bases = [...head.matchAll(/\b(?:extends|implements)\s+([^{]*?)(?=\bextends\b|\bimplements\b|$)/g)]
      .flatMap((match) => match[1]!.replace(/<[^>]*>/g, '').split(','))
      .map((part) => part.trim())
      .filter((part) => /^[\w.]+$/.test(part));
    return { kind: 'class', name, ...(bases.length === 0 ? {} : { bases }) };
  }
  if (kind === 'constructor_declaration') return { kind: 'method', name: '<init>' };
  const modifiers =
    named(node)
      .find((part) => part.is('modifiers'))
      ?.text() ?? '';
  if (AROUND_TESTS.test(modifiers)) return { kind: 'fixture', name, automatic: true };
  const returns = plainType(node.field('type')?.text() ?? '');
  const isTest = modifiers.includes('@') && test(node) !== null;
  return { kind: isTest ? 'test' : 'method', name, ...(/^[A-Z]/.test(returns) ? { returns } : {}) };
}

const plainType = (text: string): string => text.replace(/<.*>$/s, '').replace(/\[\]$/, '').trim();

function variables(node: Node, kind: string): readonly Variable[] {
  const declared = plainType(node.field('type')?.text() ?? '');
  const declarator = kind === 'formal_parameter' ? node : node.field('declarator');
  const name = declarator?.field('name')?.text();
  if (name === undefined) return [];
  const type = declared === 'var' ? typeOfValue(declarator?.field('value')?.text() ?? '') : declared;
  return type !== null && /^[A-Z][\w.]*$/.test(type) ? [{ name, type }] : [];
}
