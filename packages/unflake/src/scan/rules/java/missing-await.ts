import { nearest } from '../../syntax/node.ts';
import { calls, type Rule } from '../rule.ts';
import { testNode } from '../undone.ts';
import { isDeferred, rootOf } from './around.ts';
import { assertedTooSoon } from './background.ts';
import { holderOf } from './held.ts';

export const missingAwait: Rule = {
  id: 'java/missing-await',
  cause: { family: 'timing', kind: 'missing-await' },
  severity: 'error',
  where: 'tests',
  message: 'starts work beside the test and asserts without waiting for it',
  why: 'The assertion may come first; and what fails in the other thread is lost, or lands on the test that runs next.',
  fix: 'Wait for what was started: `thread.join()`, `future.get(10, SECONDS)`, `CompletableFuture.allOf(…).join()`.',
  find: [
    calls(
      ['java.util.concurrent.CompletableFuture.runAsync', 'java.util.concurrent.CompletableFuture.supplyAsync'],
      ({ node, file }) =>
        testNode(node, file) !== null &&
        !isDeferred(node) &&
        holderOf(node).kind === 'nobody' &&
        assertedTooSoon(nearest(node, ['expression_statement']) ?? node),
    ),
    calls(['*.submit', '*.execute'], ({ node, args, file }) => {
      if (
        testNode(node, file) === null ||
        isDeferred(node) ||
        !/^(?:lambda_expression|method_reference|object_creation_expression)$/.test((args[0]?.kind() as string) ?? '')
      )
        return false;
      if (!/executor|pool|service|scheduler/i.test(rootOf(node))) return false;
      return holderOf(node).kind === 'nobody' && assertedTooSoon(nearest(node, ['expression_statement']) ?? node);
    }),
    calls(['*.start'], ({ node, args, file }) => {
      if (args.length > 0 || testNode(node, file) === null || isDeferred(node)) return false;
      const root = rootOf(node.field('object'));
      const isThread =
        /^new Thread\(/.test(node.text()) ||
        /^Thread\.(?:ofVirtual|ofPlatform)\(\)/.test(node.text()) ||
        new RegExp(`\\b(?:Thread|var) ${root}\\s*=\\s*(?:new Thread\\(|Thread\\.)`).test(file.text);
      return isThread && assertedTooSoon(nearest(node, ['expression_statement']) ?? node);
    }),
    calls(
      ['Thread.startVirtualThread'],
      ({ node, file }) => testNode(node, file) !== null && holderOf(node).kind === 'nobody' && assertedTooSoon(node),
    ),
  ],
  flags: [
    'import java.util.concurrent.CompletableFuture;\nclass ATest { @Test void a() { CompletableFuture.runAsync(() -> cache.load()); assertEquals(1, cache.size()); } }\n',
    'class ATest { @Test void a() { Thread thread = new Thread(() -> list.add("x")); thread.start(); assertEquals(1, list.size()); } }\n',
    'class ATest { @Test void a() { executor.submit(() -> counter.incrementAndGet()); assertEquals(1, counter.get()); } }\n',
    'class ATest { @Test void a() { new Thread(this::load).start(); assertTrue(loaded); } }\n',
  ],
  allows: [
    'class ATest { @Test void a() throws Exception { Thread thread = new Thread(() -> list.add("x")); thread.start(); thread.join(); assertEquals(1, list.size()); } }\n',
    'class ATest { @Test void a() throws Exception { Future<Integer> answer = executor.submit(() -> 1); assertEquals(1, answer.get()); } }\n',
    'class ATest { @Test void a() throws Exception { executor.submit(() -> { latch.countDown(); }); latch.await(); assertTrue(done); } }\n',
    'class ATest { @Test void a() { server.start(); assertTrue(server.isRunning()); } }\n',
    'import java.util.concurrent.CompletableFuture;\nclass ATest { @Test void a() { assertEquals(2, CompletableFuture.supplyAsync(() -> 2).join()); } }\n',
  ],
};
