import { functionAround, isAfter, isTest } from '../../semantics/rust/around.ts';
import { assertionsIn, firstWait, isScoped, mentions, SPAWNS, sharedWith } from '../../semantics/rust/background.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Move the assertion below `handle.join()` or the `.await`.',
  find: [
    calls(SPAWNS, ({ node, file }) => {
      const scope = functionAround(node, file);
      if (!isTest(scope, file) || isScoped(node)) return false;
      const wait = firstWait(node, scope);
      if (wait === null) return false;
      const shared = sharedWith(node, file);
      // Waiting inside the assertion is waiting.
      return assertionsIn(scope).filter(
        (assertion) => isAfter(assertion, node) && isAfter(wait, assertion) && mentions(assertion, shared),
      );
    }),
  ],
};
