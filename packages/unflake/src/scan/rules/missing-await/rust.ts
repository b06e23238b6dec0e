import type { SourceFile } from '../../facts/source-file.ts';
import { callsIn, functionAround, isAfter, isTest } from '../../semantics/rust/around.ts';
import {
  assertionsIn,
  firstWait,
  isScoped,
  mentions,
  runsForEver,
  SPAWNS,
  sharedWith,
} from '../../semantics/rust/background.ts';
import { givenTo } from '../../semantics/rust/chains.ts';
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Keep what it returns and wait: `handle.join().unwrap()` for a thread, `.await` for a task or a future.',
  find: [
    calls(SPAWNS, ({ node, file }) => isLookedAtUnwaited(node, file)),
    nodesOf(
      'function_item',
      null,
      (node, file) => (isAsync(node) ? unawaited(node.field('name')?.text() ?? '', file) : false),
      /\basync\b/,
    ),
  ],
};

function isLookedAtUnwaited(spawn: Node, file: SourceFile): boolean {
  const scope = functionAround(spawn, file);
  if (!isTest(scope, file) || isScoped(spawn) || runsForEver(spawn) || firstWait(spawn, scope) !== null) return false;
  const shared = sharedWith(spawn, file);
  return assertionsIn(scope).some((assertion) => isAfter(assertion, spawn) && mentions(assertion, shared));
}

const isAsync = (item: Node): boolean =>
  /^[^(]*\basync\b/.test(item.text()) &&
  named(item).some((part) => part.is('function_modifiers') && /\basync\b/.test(part.text()));

/** Where a function is called and what it returns is thrown away. */
function unawaited(name: string, { root }: SourceFile): readonly Node[] {
  return callsIn(root, `^${name}$`).filter((call) => {
    const given = givenTo(call);
    return given === '' || given === '_';
  });
}
