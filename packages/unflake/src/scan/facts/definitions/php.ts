/** PHP: classes, traits, functions and methods, PHPUnit's and Pest's tests and what runs around them. */
import { literal, named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import type { DefinedName, Defines, TestName, Variable } from '../defines.ts';

const TYPES = ['class_declaration', 'trait_declaration', 'interface_declaration', 'enum_declaration'];
const HOOK = /^(?:beforeEach|afterEach|beforeAll|afterAll)$/;

export const phpDefines: Defines = {
  nodes: [...TYPES, 'function_definition', 'method_declaration'].map((kind) => ({ kind })),
  read,
  byCall: (node, callee, test) => {
    if (callee === 'it' || callee === 'test') {
      const name = test(node);
      return name === null ? null : { kind: 'test', name };
    }
    if (HOOK.test(callee)) return { kind: 'fixture', name: callee, automatic: true };
    if (callee !== 'describe') return null;
    const title = literal(named(named(node.field('arguments'))[0] ?? null)[0]);
    return title === null ? null : { kind: 'group', name: title, runsOnLoad: true };
  },
  // The grammar gives what is created no field.
  calledBy: (node) => {
    const created = node.is('object_creation_expression') ? createdName(node) : '';
    return { names: created === '' ? [] : [created], sure: true };
  },
  variables: {
    nodes: [
      { kind: 'simple_parameter' },
      { kind: 'property_promotion_parameter' },
      { kind: 'property_declaration' },
      { kind: 'assignment_expression', has: { field: 'right', kind: 'object_creation_expression' } },
    ],
    read: variables,
  },
};

/** `Store` of `new \Acme\Store($x)`; empty for an anonymous class or a variable one. */
export const createdName = (node: Node): string => /^new\s+(?:\\?\w+\\)*\\?(\w+)/.exec(node.text())?.[1] ?? '';

function read(node: Node, kind: string, test: TestName): DefinedName | null {
  const name = node.field('name')?.text();
  if (name === undefined) return null;
  if (TYPES.includes(kind)) {
    const clauses = named(node).filter((part) => /_clause$/.test(part.kind()));
    const bases = clauses.flatMap((part) => named(part)).map((part) => part.text().split('\\').at(-1)!);
    return { kind: 'class', name, ...(bases.length === 0 ? {} : { bases }) };
  }
  if (/^(?:setUp|tearDown)(?:BeforeClass|AfterClass)?$/.test(name)) return { kind: 'fixture', name, automatic: true };
  if (/#\[(?:Before|After)(?:Class)?\b/.test(node.field('attributes')?.text() ?? '')) {
    return { kind: 'fixture', name, automatic: true };
  }
  if (kind === 'method_declaration' && test(node) !== null) return { kind: 'test', name };
  const returns = /\)\s*:\s*\??\\?((?:\w+\\)*[A-Z]\w*|static|self)\s*[{;]/.exec(node.text().slice(0, 400))?.[1];
  const type = returns === 'static' || returns === 'self' ? 'this' : returns?.split('\\').at(-1);
  return { kind: 'function', name: name === '__construct' ? '<init>' : name, ...(type ? { returns: type } : {}) };
}

function variables(node: Node, kind: string): readonly Variable[] {
  if (kind === 'assignment_expression') {
    const name = (node.field('left')?.text() ?? '').replace(/^\$this->/, 'this.');
    const type = createdName(node.field('right')!);
    return type !== '' && /^(?:\$|this\.)\w+$/.test(name) ? [{ name, type }] : [];
  }
  const match = /(?:^|\s)\??\\?(?:\w+\\)*([A-Z]\w*)\s+\$(\w+)/.exec(node.text());
  if (match === null) return [];
  return [{ name: kind === 'simple_parameter' ? `$${match[2]!}` : `this.${match[2]!}`, type: match[1]! }];
}
