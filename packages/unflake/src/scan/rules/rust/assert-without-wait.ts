import { calls, type Rule } from '../rule.ts';
import { functionAround, isAfter, isTest } from './around.ts';
import { assertionsIn, firstWait, isScoped, mentions, SPAWNS, sharedWith } from './background.ts';

export const assertWithoutWait: Rule = {
  id: 'rust/assert-without-wait',
  cause: { family: 'timing', kind: 'missing-await' },
  severity: 'error',
  where: 'tests',
  message: 'looks at what a thread or task writes before the test has waited for it',
  why: 'The wait stands below: whether the work has got this far by now is chance.',
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
