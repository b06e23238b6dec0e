import { isDeferred, rootOf } from '../../semantics/java/around.ts';
import { assertedTooSoon } from '../../semantics/java/background.ts';
import { holderOf } from '../../semantics/java/held.ts';
import { testNode } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Wait for what was started: `thread.join()`, `future.get(10, SECONDS)`, `CompletableFuture.allOf(…).join()`.',
  find: [
    calls(
      `java.util.concurrent.CompletableFuture.runAsync java.util.concurrent.CompletableFuture.supplyAsync`,
      ({ node, file }) =>
        testNode(node, file) !== null &&
        !isDeferred(node) &&
        holderOf(node).kind === 'nobody' &&
        assertedTooSoon(nearest(node, ['expression_statement']) ?? node),
    ),
    calls('*.submit *.execute', ({ node, args, file }) => {
      if (
        testNode(node, file) === null ||
        isDeferred(node) ||
        !/^(?:lambda_expression|method_reference|object_creation_expression)$/.test((args[0]?.kind() as string) ?? '')
      )
        return false;
      if (!/executor|pool|service|scheduler/i.test(rootOf(node))) return false;
      return holderOf(node).kind === 'nobody' && assertedTooSoon(nearest(node, ['expression_statement']) ?? node);
    }),
    calls('*.start', ({ node, args, file }) => {
      if (args.length > 0 || testNode(node, file) === null || isDeferred(node)) return false;
      const root = rootOf(node.field('object'));
      const isThread =
        /^new Thread\(/.test(node.text()) ||
        /^Thread\.(?:ofVirtual|ofPlatform)\(\)/.test(node.text()) ||
        new RegExp(`\\b(?:Thread|var) ${root}\\s*=\\s*(?:new Thread\\(|Thread\\.)`).test(file.text);
      return isThread && assertedTooSoon(nearest(node, ['expression_statement']) ?? node);
    }),
    calls(
      'Thread.startVirtualThread',
      ({ node, file }) => testNode(node, file) !== null && holderOf(node).kind === 'nobody' && assertedTooSoon(node),
    ),
  ],
};
