import { calledName, methodText } from '../../semantics/java/around.ts';
import { asserts, isAssertion } from '../../semantics/java/asserting.ts';
import { holderOf } from '../../semantics/java/held.ts';
import { quoted, testNode } from '../../semantics/undone.ts';
import { nearest, outwards } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Assert on the wait itself (`assertTrue(latch.await(10, SECONDS))`), and take results out of the thread (`future.get()`) before asserting.',
  find: [
    calls(
      '*.await *.tryAcquire',
      ({ node, args, file }) =>
        args.length === 2 &&
        /^(?:TimeUnit\.)?[A-Z]+$/.test(args[1]!.text()) &&
        isDiscarded(node) &&
        testNode(node, file) !== null &&
        // A wait of many minutes ends in the runner’s own limit.
        !/(?:MINUTES|HOURS|DAYS)$/.test(args[1]!.text()) &&
        asserts(testNode(node, file)!),
    ),
    calls('java.util.concurrent.CountDownLatch java.util.concurrent.CyclicBarrier', ({ node, file }) => {
      const holder = holderOf(node);
      const test = testNode(node, file);
      if (test === null || holder.kind !== 'name' || !asserts(test)) return false;
      const name = quoted(holder.name);
      return (
        new RegExp(`\\b${name}\\.countDown\\(\\)|\\b${name}::countDown|\\b${name}\\b[^.;]*\\)`).test(
          methodText(node),
        ) && !new RegExp(`\\b${name}\\.(?:await|getCount)\\(|\\b${name}::await`).test(file.text)
      );
    }),
    nodesOf(
      'lambda_expression',
      null,
      (lambda, file) => testNode(lambda, file) !== null && isRunElsewhere(lambda, file.text) && asserts(lambda),
    ),
  ],
};

const isDiscarded = (call: Node): boolean => call.parent()?.is('expression_statement') ?? false;

/** Given to a thread, or to a pool whose answer nobody asks for. */
function isRunElsewhere(lambda: Node, text: string): boolean {
  const call = lambda.parent()?.parent();
  if (call == null || [...outwards(lambda)].some((above) => above.is('method_invocation') && isAssertion(above)))
    return false;
  if (call.is('object_creation_expression')) return calledName(call) === 'Thread';
  if (
    !/^(?:submit|execute|runAsync|startVirtualThread)$/.test(calledName(call)) ||
    !/executor|pool|service|scheduler|CompletableFuture|Thread/i.test(call.field('object')?.text() ?? '')
  )
    return false;
  const holder = holderOf(call);
  if (holder.kind === 'name')
    return !new RegExp(`\\b${quoted(holder.name)}\\.(?:get|join)\\(|allOf\\([^)]*\\b${quoted(holder.name)}\\b`).test(
      text,
    );
  return (
    holder.kind === 'nobody' &&
    !/\.(?:get|join)\($/.test(
      nearest(call, ['expression_statement'])
        ?.text()
        .replace(/\)[^(]*$/, '') ?? '',
    ) &&
    !/\)\s*\.(?:get|join)\([^()]*\)\s*;?$/.test(nearest(call, ['expression_statement'])?.text() ?? '')
  );
}
