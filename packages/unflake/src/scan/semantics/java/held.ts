/** Who holds what a call has opened or started, and whether it is let go again where that counts. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named, nearest } from '../../syntax/node.ts';
import { quoted, undone } from '../undone.ts';
import { argumentsOf, calledName, methodAround } from './around.ts';

/** `elsewhere`: returned, handed to another call: not ours to follow. `closing`: a resource of a try statement. */
export type Holder =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'closing' };

export function holderOf(call: Node): Holder {
  let value = call;
  for (let outer = call.parent(); outer !== null; outer = outer.parent()) {
    const isChain = outer.is('method_invocation') && outer.field('object')?.id() === value.id();
    if (!isChain && !/^(?:parenthesized_expression|cast_expression)$/.test(outer.kind())) break;
    value = outer;
  }
  const outer = value.parent();
  if (outer === null || outer.is('expression_statement')) return { kind: 'nobody' };
  if (outer.is('resource')) return { kind: 'closing' };
  const target = outer.is('variable_declarator')
    ? outer.field('name')
    : outer.is('assignment_expression')
      ? outer.field('left')
      : null;
  const name = /[A-Za-z0-9_$]+$/.exec(target?.text() ?? '')?.[0];
  return name === undefined ? { kind: 'elsewhere' } : { kind: 'name', name };
}

const KEEPS = /^(?:add|put|push|register|track|addCloseable|closeLater|AutoCleanup|allOf|closeQuietly|close|using)$/;

/** Whether the holder is ended by one of these methods, or handed on to somebody who keeps it. */
export function letGo(call: Node, name: string, file: SourceFile, methods: RegExp): boolean {
  const word = new RegExp(`(?:^|[^A-Za-z0-9_$])${quoted(name)}(?:$|[^A-Za-z0-9_$(])`);
  const ended = undone(call, file, { rule: { kind: 'method_invocation', regex: quoted(name) } }, (other) => {
    const on = other.field('object')?.text() ?? '';
    if (new RegExp(`(?:^|\\.)${quoted(name)}$`).test(on)) return methods.test(calledName(other));
    return (
      KEEPS.test(calledName(other)) &&
      argumentsOf(other).some((arg) => arg.text() === name || arg.text() === `${name}::close`)
    );
  });
  if (ended) return true;
  const method = methodAround(call);
  const isReturned = method?.findAll({ rule: { kind: 'return_statement' } }).some((node) => word.test(node.text()));
  const isReused = file.root
    .findAll({ rule: { kind: 'resource' } })
    .some((node) => word.test(named(node).at(-1)?.text() ?? ''));
  return isReturned === true || isReused || isClosedByFramework(call, name, file);
}

/** A field that an annotation or a rule closes. */
function isClosedByFramework(call: Node, name: string, file: SourceFile): boolean {
  const field = nearest(call, ['field_declaration', 'method_declaration']);
  if (field?.is('field_declaration'))
    return /@(?:Rule|ClassRule|RegisterExtension|AutoClose|Container|TempDir)\b/.test(field.text());
  return new RegExp(`@(?:AutoClose|Rule|ClassRule|RegisterExtension)[^;]*\\b${quoted(name)}\\s*[;=]`).test(file.text);
}
