import { beforeAll, expect, test } from 'vitest';
import type { NodeRule } from '../../../../src/scan/syntax/matcher.ts';
import { loadParser, type Node, type Parse } from '../../../../src/scan/syntax/parser.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser(['python', 'rust']);
});

const CODE = 'def f(a):\n    g(a)\n    return h.i(a, g(1))\n\nx = f(2)\n';
const found = (rule: NodeRule, code = CODE) =>
  parse('python', code)
    .findAll({ rule })
    .map((node) => node.text());

test.each<[string, NodeRule, readonly string[]]>([
  ['a kind', { kind: 'call' }, ['g(a)', 'h.i(a, g(1))', 'g(1)', 'f(2)']],
  ['several kinds', { kind: 'integer, attribute' }, ['h.i', '1', '2']],
  ['a kind the grammar does not have', { kind: 'no_such_kind' }, []],
  ['a kind and a pattern', { kind: 'call', regex: '^g' }, ['g(a)', 'g(1)']],
  ['a pattern that ignores case', { kind: 'identifier', regex: '(?i)^X$' }, ['x']],
  ['a child by its field', { kind: 'call', has: { field: 'function', kind: 'attribute' } }, ['h.i(a, g(1))']],
  ['a child that is not in that field', { kind: 'call', has: { field: 'function', regex: '^a' } }, []],
  ['any child, but none further down', { kind: 'call', has: { kind: 'integer' } }, []],
  ['the parent', { kind: 'integer', inside: { kind: 'argument_list', regex: '2' } }, ['2']],
  ['the field in the parent', { kind: 'identifier', inside: { kind: 'assignment', field: 'left' } }, ['x']],
  ['either', { any: [{ kind: 'integer' }, { kind: 'attribute' }] }, ['h.i', '1', '2']],
  ['both', { all: [{ kind: 'call' }, { regex: '1' }] }, ['h.i(a, g(1))', 'g(1)']],
  ['not', { kind: 'call', not: { regex: 'g' } }, ['f(2)']],
])('%s', (_, rule, texts) => {
  expect(found(rule)).toEqual(texts);
});

test('a search below a node begins with the node itself, `has` below it', () => {
  const call = parse('python', CODE).find({ rule: { kind: 'call', regex: '^h' } })!;
  expect(call.findAll({ rule: { kind: 'call' } }).map((node) => node.text())).toEqual(['h.i(a, g(1))', 'g(1)']);
  expect(call.find({ rule: { kind: 'call' } })).toBe(call);
  expect(call.has({ rule: { kind: 'call' } })).toBe(true);
  expect(call.has({ rule: { kind: 'attribute', regex: 'x' } })).toBe(false);
});

test('nodes without a pattern or kind are all nodes', () => {
  const count = (node: Node): number => node.children().reduce((sum, child) => sum + count(child), 1);
  const root = parse('python', CODE);
  expect(root.findAll({ rule: {} })).toHaveLength(count(root));
});

test('a question that nobody can answer is a bug, not an empty answer', () => {
  const misspelt = { kind: 'call', hass: { kind: 'integer' } } as NodeRule;
  expect(() => found(misspelt)).toThrow(/hass/);
});

test('the mark of a macro is a letter', () => {
  const root = parse('rust', 'fn f() { assertǃ(a); }');
  expect(root.find({ rule: { kind: 'call_expression', regex: '^\\w+\\(' } })?.text()).toBe('assertǃ(a)');
});
