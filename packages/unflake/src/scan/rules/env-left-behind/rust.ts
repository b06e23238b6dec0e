import type { SourceFile } from '../../facts/source-file.ts';
import { argumentsOf, attributesOf, callsIn, functionAround, isAfter } from '../../semantics/rust/around.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Pass the value in. Where that cannot be: `temp_env::with_var`, or `#[serial]` with a guard that puts the old value back when dropped.',
  find: [
    calls('std.env.set_var std.env.remove_var std.env.set_current_dir', ({ node, name, args, file }) => {
      if (isInGuard(node, file)) return false;
      const scope = functionAround(node, file);
      const key = args[0]?.text() ?? '';
      const same = name.endsWith('dir') ? '(?:^|::)set_current_dir$' : '(?:^|::)(?:set_var|remove_var)$';
      const others = callsIn(scope, same).filter(
        (call) => call.id() !== node.id() && (name.endsWith('dir') || argumentsOf(call)[0]?.text() === key),
      );
      // The one that puts it back is judged with the one that changes it.
      if (others.some((call) => isAfter(node, call))) return false;
      return !(others.length > 0 && isAlone(scope)) && !isGuarded(scope, file);
    }),
  ],
};

/** In a type that undoes it when dropped. */
function isInGuard(node: Node, { root }: SourceFile): boolean {
  const type = nearest(node, ['impl_item'])?.field('type')?.text();
  if (type === undefined) return false;
  return root
    .findAll({ rule: { kind: 'impl_item', regex: '^impl(?:<.*>)? Drop for' } })
    .some((drop) => drop.field('type')?.text().replace(/<.*/, '') === type.replace(/<.*/, ''));
}

/** No other test runs meanwhile, as far as it says. */
function isAlone(scope: Node): boolean {
  return attributesOf(scope).some((text) => /serial/.test(text)) || callsIn(scope, '\\.lock$').length > 0;
}

/** A guard is made in the same function, by a type of this file that undoes. */
function isGuarded(scope: Node, { root }: SourceFile): boolean {
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
      } as never) !== null,
  );
}
