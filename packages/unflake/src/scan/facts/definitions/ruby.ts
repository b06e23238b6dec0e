/** Ruby: classes, modules and methods, and what RSpec, Minitest and Rails define by calls. A method without arguments looks like a variable, so it may be called. */
import { literal, named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import type { DefinedName, Defines, TestName, Variable } from '../defines.ts';

const GROUP = /^(?:[fx]?(?:describe|context|feature)|shared_examples|shared_context)$/;
const HOOK = /^(?:before|after|around|prepend_before|append_after|setup|teardown|background)$/;
const LET = /^(?:let!?|subject!?)$/;

export const rubyDefines: Defines = {
  nodes: ['class', 'module', 'method', 'singleton_method'].map((kind) => ({ kind })),
  read,
  byCall: (node, callee, test) => {
    if (node.field('block') === null) return null;
    const name = test(node);
    if (name !== null) return { kind: 'test', name };
    const given = named(node.field('arguments'))[0];
    if (HOOK.test(callee)) return { kind: 'fixture', name: callee, automatic: true };
    if (GROUP.test(callee)) {
      return { kind: 'group', name: literal(given) ?? given?.text() ?? callee, runsOnLoad: true };
    }
    if (!LET.test(callee)) return null;
    const called = given?.text().replace(/^:/, '') ?? 'subject';
    return callee.endsWith('!')
      ? { kind: 'fixture', name: called, automatic: true }
      : { kind: 'function', name: called };
  },
  variables: { nodes: [{ kind: 'assignment', has: { field: 'right', kind: 'call' } }], read: variables },
  passed: [
    { kind: 'identifier', inside: { kind: 'call', field: 'receiver' } },
    {
      kind: 'identifier',
      inside: { any: ['body_statement', 'block_body', 'argument_list'].map((kind) => ({ kind })) },
    },
    { kind: 'identifier', inside: { kind: 'assignment', field: 'right' } },
  ],
  loadsByCall: (node, callee) => {
    const path = /^require(?:_relative)?$/.test(callee) ? literal(named(node.field('arguments'))[0]) : null;
    return path === null ? [] : [callee === 'require' ? path : `./${path}`];
  },
};

function read(node: Node, kind: string, test: TestName): DefinedName | null {
  const name = node.field('name')?.text() ?? '';
  if (kind === 'class' || kind === 'module') {
    const base = node.field('superclass')?.text().replace(/^<\s*/, '').replaceAll('::', '.');
    return { kind: 'class', name: name.split('::').at(-1)!, ...(base === undefined ? {} : { bases: [base] }) };
  }
  if (/^(?:setup|teardown)$/.test(name)) return { kind: 'fixture', name, automatic: true };
  if (kind === 'method' && test(node) !== null) return { kind: 'test', name };
  // An object is made by a method of its class that runs this one.
  return { kind: 'function', name: name === 'initialize' ? 'new' : name };
}

/** `store = Store.new` holds a Store. */
function variables(node: Node): readonly Variable[] {
  const name = node.field('left')?.text() ?? '';
  const type = /^((?:[A-Z]\w*)(?:::[A-Z]\w*)*)\.new\b/.exec(node.field('right')?.text() ?? '')?.[1];
  if (type === undefined || !/^@?\w+$/.test(name)) return [];
  return [{ name, type: type.replaceAll('::', '.') }];
}
