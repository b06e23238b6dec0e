/** Whether an expression of Go is a map, as far as its file tells. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { once } from '../once.ts';
import { functionAround } from './around.ts';
import { packageVariables } from './package-state.ts';
import { declared, usesOf } from './variables.ts';

const KNOWN = /^(?:map\[|http\.Header$|url\.Values$|textproto\.MIMEHeader$)/;

export function isMap(node: Node, file: SourceFile): boolean {
  if (!mayBeMap(node, file)) return false;
  if (node.is('composite_literal')) return isMapType(node.field('type'), file);
  if (node.is('call_expression')) return /^make\(map\[/.test(node.text()) || /^maps\.Clone\(/.test(node.text());
  if (node.is('selector_expression')) return isMapType(fieldType(node.field('field')?.text() ?? '', file), file);
  if (!node.is('identifier')) return false;
  const scope = functionAround(node, file);
  const name = node.text();
  const value = declared(name, scope);
  if (value !== null) return !value.is('identifier') && isMap(value, file);
  const typed = typeIn(name, scope) ?? packageVariables(file).get(name)?.field('type') ?? null;
  if (typed !== null) return isMapType(typed, file);
  const top = declared(name, file.root);
  return top !== null && !top.is('identifier') && isMap(top, file);
}

/** Most loops go over something else, and the text of the file says so sooner than its tree. */
function mayBeMap(node: Node, file: SourceFile): boolean {
  if (!node.is('identifier') && !node.is('selector_expression')) return true;
  return namesOfMaps(file).has(/\w+$/.exec(node.text())?.[0] ?? '');
}

/** Names that stand on a line before a type that is a map. */
const namesOfMaps = once(({ text }: SourceFile): ReadonlySet<string> => {
  const types = [...text.matchAll(/^type (\w+) map\[/gm)].map((match) => `|\\b${match[1]!}\\b`);
  const map = new RegExp(`map\\[|\\b(?:Header|MIMEHeader|Values)\\b|\\bmaps\\.${types.join('')}`, 'g');
  const names = new Set<string>();
  for (const line of text.split('\n')) {
    const last = [...line.matchAll(map)].at(-1)?.index ?? 0;
    for (const [name] of line.slice(0, last).matchAll(/\w+/g)) names.add(name);
  }
  return names;
});

function isMapType(type: Node | null, file: SourceFile): boolean {
  if (type === null) return false;
  if (KNOWN.test(type.text())) return true;
  if (!type.is('type_identifier')) return false;
  const spec = file.root.find({ rule: { kind: 'type_spec', has: { field: 'name', regex: `^${type.text()}$` } } });
  return spec?.field('type')?.is('map_type') ?? false;
}

/** The type written beside a variable or parameter. */
function typeIn(name: string, scope: Node): Node | null {
  const declared = usesOf(name, scope)
    .map((use) => use.parent())
    .find((node) => node?.is('parameter_declaration') || node?.is('var_spec'));
  return declared?.field('type') ?? null;
}

function fieldType(name: string, { root }: SourceFile): Node | null {
  const found = root.findAll({ rule: { kind: 'field_identifier', regex: `^${name}$` } }).map((node) => node.parent());
  return found.find((node) => node?.is('field_declaration'))?.field('type') ?? null;
}
