/** Guards of Rust: types that undo when they are dropped. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import { callsIn } from '../calls.ts';
import { attributesOf } from './around.ts';

/** In a type that undoes it when dropped. */
export function isInGuard(node: Node, { root }: SourceFile): boolean {
  const type = nearest(node, ['impl_item'])?.field('type')?.text();
  if (type === undefined) return false;
  return root
    .findAll({ rule: { kind: 'impl_item', regex: '^impl(?:<.*>)? Drop for' } })
    .some((drop) => drop.field('type')?.text().replace(/<.*/, '') === type.replace(/<.*/, ''));
}

/** No other test runs meanwhile, as far as it says. */
export function isAlone(scope: Node): boolean {
  return attributesOf(scope).some((text) => /serial/.test(text)) || callsIn(scope, '\\.lock$').length > 0;
}

/** One from elsewhere, by its name: `let _guard = cwd_lock();` */
const GUARD = /\blet\s+(?:mut\s+)?_\w*\s*=\s*[\w:.]*(?:guard|lock|restore|scoped)\w*(?:::\w+)?\(/i;

/** A guard is made in the same function, by a type of this file that undoes. */
export function isGuarded(scope: Node, { root }: SourceFile): boolean {
  if (GUARD.test(scope.text())) return true;
  const guards = root
    .findAll({
      rule: { kind: 'impl_item', regex: '^impl(?:<.*>)? Drop for [\\s\\S]*(?:set_var|remove_var|set_current_dir)' },
    })
    .map((drop) => drop.field('type')?.text().replace(/<.*/, '') ?? '');
  return guards.some(
    (type) =>
      type !== '' &&
      scope.find({
        rule: {
          any: [
            { kind: 'struct_expression', regex: `^${type}\\b` },
            { kind: 'call_expression', regex: `^${type}\\b` },
          ],
        },
      }) !== null,
  );
}
