/** Kotlin: classes, objects and functions, JUnit's and Kotest's tests and what runs around them. Calls are read by their place. */
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import type { DefinedName, Defines, TestName, Variable } from '../defines.ts';
import { typeOfValue } from '../type-of-value.ts';

const AROUND_TESTS = /@(?:[\w.]*\.)?(?:Before|After)(?:Each|All|Class|Test)?\b/;
const HOOK = /^(?:before|after)(?:Test|Each|Spec|Container|Any|EachTest|Group)$/;
const GROUP = /^x?(?:describe|context|given|Given|`when`|When|feature)\s*\(/;

export const kotlinDefines: Defines = {
  nodes: ['class_declaration', 'object_declaration', 'function_declaration', 'secondary_constructor'].map((kind) => ({
    kind,
  })),
  read,
  byCall: (node, _, test) => {
    const callee = node.child(0);
    if (callee === null || !node.text().endsWith('}')) return null;
    const name = test(node);
    if (name !== null) return { kind: 'test', name };
    const text = callee.text();
    if (HOOK.test(text)) return { kind: 'fixture', name: text, automatic: true };
    if (!GROUP.test(text)) return null;
    const title = /"([^"]*)"/.exec(text)?.[1];
    return title === undefined ? null : { kind: 'group', name: title, runsOnLoad: true };
  },
  // The grammar names no fields, so the name comes from here.
  calledBy: (node) => {
    const callee = node.child(0);
    const isName = callee !== null && /^(?:simple_identifier|navigation_expression)$/.test(callee.kind());
    return { names: isName ? [callee.text()] : [], sure: true };
  },
  variables: {
    nodes: [{ kind: 'property_declaration' }, { kind: 'parameter' }, { kind: 'class_parameter' }],
    read: variables,
  },
  passed: [{ kind: 'callable_reference' }],
  belongs: { kind: 'package_header', read: (node) => /^package\s+([\w.]+)/.exec(node.text())?.[1] ?? '' },
};

const nameIn = (node: Node): string =>
  named(node)
    .find((part) => part.is('simple_identifier') || part.is('type_identifier'))
    ?.text()
    .replace(/^`|`$/g, '') ?? '';

function read(node: Node, kind: string, test: TestName): DefinedName | null {
  if (kind === 'secondary_constructor') return { kind: 'method', name: '<init>' };
  const name = nameIn(node);
  if (name === '') return null;
  if (kind !== 'function_declaration') {
    const bases = named(node)
      .filter((part) => part.is('delegation_specifier'))
      .map((part) => /^[\w.]+/.exec(part.text())?.[0] ?? '')
      .filter((base) => base !== '');
    return { kind: 'class', name, ...(bases.length === 0 ? {} : { bases }) };
  }
  const head = node.text().split('{', 1)[0]!;
  if (AROUND_TESTS.test(head)) return { kind: 'fixture', name, automatic: true };
  if (head.includes('@') && test(node) !== null) return { kind: 'test', name };
  const returns = /\)\s*:\s*([A-Z]\w*)/.exec(head)?.[1];
  const of = /\bfun\s+(?:<[^>]*>\s*)?([A-Z]\w*)(?:<[^>]*>)?\??\.\w+\s*\(/.exec(head)?.[1];
  const more = { ...(returns === undefined ? {} : { returns }), ...(of === undefined ? {} : { of }) };
  return { kind: of === undefined ? 'function' : 'method', name, ...more };
}

function variables(node: Node, kind: string): readonly Variable[] {
  const text = node.text();
  const match = /^(?:[\s\S]*?\b(?:val|var)\s+)?(\w+)\s*(?::\s*([\w.]+)[^=]*)?(?:=\s*([\s\S]*))?$/.exec(text);
  if (match === null) return [];
  const [, name, declared, value] = match;
  const type = declared ?? (value === undefined ? null : typeOfValue(value));
  if (type === null || !/^[A-Z][\w.]*(?:\(\))?$|^\w+\(\)$/.test(type)) return [];
  return [{ name: kind === 'class_parameter' ? `this.${name!}` : name!, type }];
}
