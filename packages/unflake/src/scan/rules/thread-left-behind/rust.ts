import { callsIn, functionAround, isTest } from '../../semantics/rust/around.ts';
import { isScoped, runsForEver, SPAWNS } from '../../semantics/rust/background.ts';
import { givenTo, unpacked } from '../../semantics/rust/chains.ts';
import { initialOf, usesOf } from '../../semantics/rust/variables.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'End it: `child.kill()` and `child.wait()`, `task.abort()`, or a channel whose closing ends the loop, then `join()`.',
  find: [
    calls(SPAWNS, ({ node, file }) => {
      const scope = functionAround(node, file);
      if (!isTest(scope, file) || isScoped(node) || !runsForEver(node)) return false;
      const handle = givenTo(unpacked(node));
      return (
        handle === '' ||
        handle === '_' ||
        (handle !== null &&
          callsIn(scope, `^${handle.replace(/^mut /, '')}\\.(?:abort|join|is_finished|abort_handle)$`).length === 0)
      );
    }),
    calls(['*.spawn'], ({ node, args, file }) => {
      if (args.length > 0) return false;
      const on = node.field('function')?.field('value');
      const scope = functionAround(node, file);
      const made = on?.is('identifier') ? (initialOf(on.text(), scope, file.root)?.text() ?? '') : (on?.text() ?? '');
      if (
        !/^(?:(?:std|tokio)::process::)?Command::(?:new|cargo_bin)\(/.test(made) ||
        /kill_on_drop\(\s*true/.test(scope.text())
      )
        return false;
      const child = givenTo(unpacked(node));
      if (child === null) return false;
      const name = child.replace(/^mut /, '');
      if (name === '' || name.startsWith('_')) return true;
      return (
        callsIn(scope, `^${name}(?:\\.\\w+\\(\\))?\\.(?:wait\\w*|kill|start_kill|try_wait)$`).length === 0 &&
        !isHandedOn(name, scope)
      );
    }),
  ],
};

/** Given to somebody who may end it: returned, stored, or passed by value. */
function isHandedOn(name: string, scope: Node): boolean {
  return usesOf(name, scope).some((use) =>
    /^(?:arguments|field_initializer|shorthand_field_initializer|block|return_expression|tuple_expression)$/.test(
      (use.parent()?.kind() as string) ?? '',
    ),
  );
}
