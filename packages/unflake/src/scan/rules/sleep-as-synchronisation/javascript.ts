import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround, givenTo, isFunction, isHookBody, isTestBody } from '../../semantics/javascript/around.ts';
import { assertionsIn } from '../../semantics/javascript/assertions.ts';
import { hasFakeClock } from '../../semantics/javascript/fake-clock.ts';
import { isParameter, loopAround, sleepOf } from '../../semantics/javascript/sleeps.ts';
import { testNode } from '../../semantics/undone.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

export const javascript: LanguageRule = {
  fix: 'Wait for the condition itself, with a limit: await the promise or the event (`events.once`), `vi.waitFor`, `waitFor` of Testing Library; or turn the clock with fake timers.',
  find: [
    nodes(
      { rule: { kind: 'await_expression', regex: '[sS]leep|[dD]elay|[wW]ait|[pP]ause|snooze|[tT]imeout' } },
      (node, file) => {
        const ms = sleepOf(node, file);
        if (ms === null || ms === '0' || hasFakeClock(file) || isParameter(ms, node)) return false;
        return loopAround(node) === null && isOwnStep(node, file);
      },
    ),
    calls(['setTimeout', 'globalThis.setTimeout'], ({ node, args, file }) => {
      if (!isFunction(args[0]) || args[1]?.text() === '0' || hasFakeClock(file) || testNode(node, file) === null)
        return false;
      // Whether the runner waits for it is another rule's question.
      return isWaitedFor(node, args[0]!) && (assertionsIn(args[0]!).length > 0 || /\bdone\(\)/.test(args[0]!.text()));
    }),
    calls(['cy.wait'], ({ args }) => args[0]?.is('number') ?? false),
  ],
};

/** A step of the test itself, of a hook or of a helper that tests await; a stub that takes its time is none. */
function isOwnStep(node: Node, file: SourceFile): boolean {
  const fn = functionAround(node);
  if (fn === null || isTestBody(fn, file)) return true;
  const role = givenTo(fn);
  if (role !== null && /(?:^|\.)(?:act|step|waitFor|test)$/.test(role)) return true;
  if (isHookBody(fn)) return true;
  if (testNode(node, file) !== null || role !== null) return false;
  return (
    !/\breturn\s+[^;\s]/.test(fn.field('body')?.text() ?? '') &&
    !/^(?:fake|stub|mock|slow)/i.test(fn.field('name')?.text() ?? '') &&
    !fn.parent()?.is('pair')
  );
}

/** The test takes `done`, or makes a promise of it. */
function isWaitedFor(timer: Node, callback: Node): boolean {
  if (/\b(?:done|resolve|res|finish|end|next|cb)\(/.test(callback.text())) return true;
  return timer.parent()?.is('arrow_function') ?? false;
}
