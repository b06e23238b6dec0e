import type { SourceFile } from '../../facts/source-file.ts';
import { argumentsOf, calledName, isDeferred, methodAround } from '../../semantics/java/around.ts';
import { quoted } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

const SLEEP =
  /^(?:java\.lang\.)?(?:Thread|(?:java\.util\.concurrent\.)?TimeUnit\.[A-Z]+|(?:MILLI|MICRO|NANO)?SECONDS|MINUTES|LockSupport|Uninterruptibles)\.(?:sleep|sleepUninterruptibly|parkNanos)\(/;

export const java: LanguageRule = {
  fix: 'Wait for the condition itself, with a limit: `latch.await(10, SECONDS)`, `future.get(…)`, Awaitility’s `await().until(…)`.',
  find: [
    calls(
      [
        '*.sleep',
        '*.pause',
        '*.delay',
        '*.sleepMillis',
        '*.waitMillis',
        '*.sleepUninterruptibly',
        '*.parkNanos',
        '*.snooze',
      ],
      ({ node, args, file }) => {
        if (args.length === 0 || args[0]!.text() === '0' || isRepeated(node) || isDeferred(node)) return false;
        if (SLEEP.test(node.text())) return !isParameter(args[0]!, node);
        return node.field('object') === null && isOwnSleep(calledName(node), file);
      },
    ),
  ],
};

function isRepeated(node: Node): boolean {
  const around = nearest(node, [
    'while_statement',
    'do_statement',
    'for_statement',
    'method_declaration',
    'lambda_expression',
  ]);
  return around !== null && /^(?:while|do|for)_statement$/.test(around.kind());
}

/** A time that is given to the method is slept by its callers. */
function isParameter(ms: Node, at: Node): boolean {
  const parameters = methodAround(at)?.field('parameters')?.text() ?? '';
  return ms.is('identifier') && new RegExp(`\\b${quoted(ms.text())}\\s*[,)]`).test(parameters);
}

function isOwnSleep(name: string, file: SourceFile): boolean {
  const own = file.root.find({
    rule: { kind: 'method_declaration', has: { field: 'name', regex: `^${quoted(name)}$` } },
  });
  const sleeps = own?.findAll({ rule: { kind: 'method_invocation' } }).filter((call) => SLEEP.test(call.text())) ?? [];
  return sleeps.some((call) => isParameter(argumentsOf(call)[0]!, call) && !isRepeated(call));
}
