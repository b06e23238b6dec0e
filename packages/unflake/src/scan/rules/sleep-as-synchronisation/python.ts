import type { SourceFile } from '../../facts/source-file.ts';
import { circumstances, functionAround, isRunByTheRunner, nameOf } from '../../semantics/python/around.ts';
import { callsIn } from '../../semantics/python/calls-in.ts';
import { isPatched } from '../../semantics/python/frozen.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const python: LanguageRule = {
  fix: 'Wait for the condition itself, with a limit: `thread.join()`, `event.wait(timeout)`, `await task`, or poll until it holds.',
  find: [
    calls(
      ['time.sleep', 'asyncio.sleep', 'gevent.sleep', 'trio.sleep', 'anyio.sleep', 'eventlet.sleep'],
      // Zero only lets others run.
      ({ node, name, args, file }) =>
        args.length > 0 &&
        args[0]!.text() !== '0' &&
        isAwaited(node, name) &&
        isInATest(node, file) &&
        !isTheSubject(node, file),
    ),
  ],
};

/** A coroutine that is handed to others sleeps in their place. */
const isAwaited = (node: Node, name: string): boolean =>
  !/^(?:asyncio|trio|anyio)\./.test(name) || node.parent()?.is('await') === true;

const WAITS = /wait|settle|pause|sync|start|boot|ready|until|flush/i;

/** In what the runner calls, or in a function that is named for waiting; others only play slow. */
function isInATest(node: Node, file: SourceFile): boolean {
  const around = functionAround(node);
  if (around === null || nearest(node, ['lambda']) !== null) return false;
  return isRunByTheRunner(around, file) || (functionAround(around) === null && WAITS.test(nameOf(around)));
}

/** Between looks at a condition, in a time-out that is expected, or not slept at all. */
function isTheSubject(node: Node, file: SourceFile): boolean {
  const around = functionAround(node);
  if (nearest(node, ['while_statement', 'for_statement']) !== null) return true;
  if (circumstances(node).some((text) => /raises|assertRaises|warns/.test(text))) return true;
  if (isPatched(node, 'sleep')) return true;
  return (
    around !== null &&
    callsIn(around, file).some(
      ({ last, args }) => /^(?:setattr|patch|object)$/.test(last) && args.some((arg) => /sleep/.test(arg.text())),
    )
  );
}
