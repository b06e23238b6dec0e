/** Rust: functions, types, traits, implementations and modules; fixtures as rstest has them. */
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import type { DefinedName, Defines, TestName, Variable } from '../defines.ts';
import { typeOfValue } from '../type-of-value.ts';

export const rustDefines: Defines = {
  nodes: [
    { kind: 'function_item' },
    { kind: 'function_signature_item' },
    { kind: 'impl_item' },
    { kind: 'mod_item', has: { field: 'body', kind: 'declaration_list' } },
    { kind: 'struct_item' },
    { kind: 'enum_item' },
    { kind: 'trait_item' },
  ],
  read,
  variables: {
    nodes: [{ kind: 'let_declaration' }, { kind: 'parameter' }, { kind: 'field_declaration' }],
    read: variables,
  },
  calledBy: (node) => ({ names: node.is('macro_invocation') ? namesInTokens(node) : [], sure: false }),
};

function read(node: Node, kind: string, test: TestName): DefinedName | null {
  if (kind === 'impl_item') {
    const of = plainType(node.field('type')?.text() ?? '');
    const trait = plainType(node.field('trait')?.text() ?? '');
    return { kind: 'group', name: '', of, ...(trait === '' ? {} : { bases: [trait] }) };
  }
  const name = node.field('name')?.text();
  if (name === undefined) return null;
  if (kind === 'mod_item') return { kind: 'group', name };
  if (kind === 'struct_item' || kind === 'enum_item' || kind === 'trait_item') return { kind: 'class', name };
  const attributes = attributesOf(node);
  const returns = node.field('return_type')?.text();
  const more = returns === undefined ? {} : { returns };
  if (attributes.some((text) => /^#\[(?:\w+::)*fixture\b/.test(text))) {
    return { kind: 'fixture', name, asks: parameterNames(node), ...more };
  }
  if (attributes.length === 0 || test(node) === null) return { kind: 'function', name, ...more };
  const asks = attributes.some((text) => /rstest/.test(text)) ? parameterNames(node) : [];
  return { kind: 'test', name, ...(asks.length > 0 ? { asks } : {}), ...more };
}

/** Attributes stand before the item, as its siblings. */
function attributesOf(item: Node): readonly string[] {
  const texts: string[] = [];
  for (let before = item.prev(); before !== null; before = before.prev()) {
    if (before.is('attribute_item')) texts.push(before.text());
    else if (!/comment$/.test(before.kind())) break;
  }
  return texts;
}

const parameterNames = (node: Node): readonly string[] =>
  named(node.field('parameters')).flatMap((part) => part.field('pattern')?.text() ?? []);

/** `&'a mut Store<T>` → `Store`. */
function plainType(text: string): string {
  return text
    .replace(/^(?:&\s*(?:'\w+\s+)?(?:mut\s+)?|dyn\s+|impl\s+|Box<|Arc<|Rc<|\s)+/, '')
    .replace(/[<+>].*$/s, '')
    .trim();
}

function variables(node: Node, kind: string): readonly Variable[] {
  const name = (node.field(kind === 'field_declaration' ? 'name' : 'pattern')?.text() ?? '').replace(/^mut\s+/, '');
  if (!/^\w+$/.test(name)) return [];
  const declared = plainType(node.field('type')?.text() ?? '');
  const type =
    declared === '' && kind === 'let_declaration' ? typeOfValue(node.field('value')?.text() ?? '') : declared;
  if (type === null || !/^[\w:]+(?:\(\))?$/.test(type)) return [];
  return [{ name: kind === 'field_declaration' ? `self.${name}` : name, type }];
}

const CALLED = /(\.\s*)?([A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)\s*\(/g;

/** The parser keeps what a macro is given as tokens, so that calls among them are likely but not certain. */
function namesInTokens(macro: Node): readonly string[] {
  const text = macro.text();
  const names = [...text.slice(text.indexOf('!')).matchAll(CALLED)];
  return names.map(([, dot, name]) => (dot === undefined ? name! : `?.${name}`));
}
