import type { Node, SourceFile } from '../facts/source-file.ts';
import { argumentsOf, callsIn as rustCallsIn } from '../semantics/calls.ts';
import { scopeOf, semanticsOf } from '../semantics/index.ts';
import { calledName, methodAround } from '../semantics/java/around.ts';
import { functionAround, givenTo, isFunction, isTestBody } from '../semantics/javascript/around.ts';
import { assertionsIn } from '../semantics/javascript/assertions.ts';
import { isParameter, sleepOf } from '../semantics/javascript/timing.ts';
import { functionText, statementOf } from '../semantics/place.ts';
import { circumstances, isPatched, functionAround as pythonFunctionAround } from '../semantics/python/around.ts';
import { callsIn } from '../semantics/python/calls-in.ts';
import { attributesOf } from '../semantics/rust/around.ts';
import { commandOf, isOwn } from '../semantics/shell/command.ts';
import { quoted, re, testNode } from '../semantics/undone.ts';
import { givenValue } from '../semantics/written-text.ts';
import { textAt } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row } from './rule.ts';

/** A length that is written down; zero only lets others run. */
const isWritten = ({ args, file }: Call): boolean =>
  args[0] !== undefined && /[1-9]/.test(givenValue(args[0].text(), file));
const isNotZero = ({ args }: Call): boolean =>
  args[0] !== undefined && !/^(?:0|Duration::ZERO|(?:\w+::)*Duration::from_\w+\(0\))$/.test(args[0].text());

const JAVA_SLEEP =
  /^(?:java\.lang\.)?(?:Thread|(?:java\.util\.concurrent\.)?TimeUnit\.[A-Z]+|(?:MILLI|MICRO|NANO)?SECONDS|MINUTES|LockSupport|Uninterruptibles)\.(?:sleep|sleepUninterruptibly|parkNanos)\(/;

export const sleepAsSynchronisation: Kind = {
  name: 'sleep-as-synchronisation',
  cause: { family: 'timing', kind: 'short-wait' },
  severity: 'warning',
  where: 'tests',
  message: 'sleeps instead of waiting for a condition',
  why: 'On a busy machine the time is too short; on every other it is wasted.',
  // Timers and commands to another program are no steps of the code around them.
  when: (place, file) =>
    /^(?:(?:globalThis\.)?setTimeout|cy\.wait)\(/.test(place.text()) ||
    (semanticsOf(file).isStep(place, file) && !semanticsOf(file).isRepeated(place, file)),
  languages: {
    python: row(
      'Wait for the condition itself, with a limit: `thread.join()`, `event.wait(timeout)`, `await task`, or poll until it holds.',
      calls('time.sleep gevent.sleep eventlet.sleep', (call) => isNotZero(call) && !isExpected(call)),
      // A coroutine that is handed to others sleeps in their place.
      calls(
        'asyncio.sleep trio.sleep anyio.sleep',
        (call) => isNotZero(call) && call.node.parent()?.is('await') === true && !isExpected(call),
      ),
    ),
    javascript: row(
      'Wait for the condition itself, with a limit: await the promise or the event (`events.once`), `vi.waitFor`, `waitFor` of Testing Library; or turn the clock with fake timers.',
      nodesOf('await_expression', /[sS]leep|[dD]elay|[wW]ait|[pP]ause|snooze|[tT]imeout/, (node, file) => {
        const length = sleepOf(node, file);
        return (
          length !== null && length !== '0' && !semanticsOf(file).clockIsFaked(node, file) && !isParameter(length, node)
        );
      }),
      calls('setTimeout globalThis.setTimeout', isDoneLater),
      calls('cy.wait', ({ args }) => args[0]?.is('number') ?? false),
    ),
    java: row(
      'Wait for the condition itself, with a limit: `latch.await(10, SECONDS)`, `future.get(…)`, Awaitility’s `await().until(…)`.',
      calls(
        '*.sleep *.pause *.delay *.sleepMillis *.waitMillis *.sleepUninterruptibly *.parkNanos *.snooze',
        (call) => {
          const { node, args, file } = call;
          if (!isNotZero(call)) return false;
          if (JAVA_SLEEP.test(node.text())) return !isMethodParameter(args[0]!, node);
          return (
            node.field('object') === null && !isMethodParameter(args[0]!, node) && isOwnSleep(calledName(node), file)
          );
        },
      ),
    ),
    go: row(
      'Wait for the thing itself: receive from a channel, `wg.Wait()`, poll a condition; or run the test in `synctest.Test`, where time is its own.',
      calls('time.Sleep', isNotZero),
      // `<-time.After(d)` as a statement of its own is a sleep.
      calls(
        'time.After',
        ({ node }) =>
          node.parent()?.is('unary_expression') === true &&
          node.parent()?.parent()?.is('expression_statement') === true,
      ),
    ),
    rust: row(
      'Wait for the thing itself: `handle.join()`, `rx.recv()`, `notify.notified().await`; or let tokio’s clock stand still with `start_paused = true`.',
      calls(
        'std.thread.sleep tokio.time.sleep async_std.task.sleep futures_timer.Delay.new smol.Timer.after',
        (call) => isNotZero(call) && !isPaused(call.node, call.file),
      ),
    ),
    shell: row(
      'Wait for the condition: `wait "$pid"`, or `until condition; do sleep 0.1; done` with a generous limit.',
      nodesOf('command', /^sleep\b/, (node, file) => {
        const { name, words } = commandOf(node);
        return name === 'sleep' && !isOwn('sleep', file) && words[0] !== undefined && !/^0+$/.test(words[0]);
      }),
    ),
    kotlin: row(
      'Wait for the condition itself, with a limit: `latch.await(10, SECONDS)`, `eventually(5.seconds) { … }`, `await().until { … }`; in coroutines `job.join()` or virtual time with `runTest`.',
      calls(
        `java.lang.Thread.sleep java.util.concurrent.TimeUnit.SECONDS.sleep
           java.util.concurrent.TimeUnit.MILLISECONDS.sleep`,
        isWritten,
      ),
      // Under a test's scheduler time passes by itself.
      calls(
        'kotlinx.coroutines.delay',
        (call) =>
          isWritten(call) &&
          !/\brun(?:Blocking)?Test\b|TestScope|StandardTestDispatcher/.test(functionText(call.node, call.file)),
      ),
    ),
    ruby: row(
      'Wait for the condition itself, with a limit: `queue.pop(timeout: 5)`, `thread.join(5)`, Capybara’s `have_text`, a loop with a deadline.',
      // A few milliseconds are long enough for nothing: they stand for work.
      calls('sleep Kernel.sleep', (call) => isWritten(call) && !(Number(call.args[0]!.text()) < 0.005)),
    ),
    csharp: row(
      'Wait for the condition itself, with a limit: `await task.WaitAsync(TimeSpan.FromSeconds(10))`, `signal.Wait(…)`, `SpinWait.SpinUntil(…)`; for time itself a `FakeTimeProvider`.',
      calls('System.Threading.Thread.Sleep', isWritten),
      calls(
        'System.Threading.Tasks.Task.Delay',
        (call) =>
          /^(?:await\b(?![\s\S]*WhenAny)|Task\.Delay\([^()]*\)\.Wait)/.test(statementOf(call.node).text()) &&
          isWritten(call),
      ),
    ),
    cpp: row(
      'Wait for the condition itself, with a limit: `cv.wait_for(lock, 10s, ready)`, `future.wait_for(10s)`, `latch.wait()`, `thread.join()`.',
      calls(
        `std.this_thread.sleep_for sleep usleep Sleep nanosleep absl.SleepFor boost.this_thread.sleep_for QTest.qWait
           QTest.qSleep`,
        isWritten,
      ),
    ),
    php: row(
      'Wait for the condition itself, with a limit (`$process->waitUntil(…)`, a loop with a deadline); for time itself a `MockClock`, whose `sleep()` takes none.',
      calls('sleep usleep time_nanosleep', ({ args, file }) => /[1-9]/.test(givenValue(textAt(args.at(-1)), file))),
    ),
  },
};

/** In a time-out that is expected, or not slept at all. */
function isExpected({ node }: Call): boolean {
  if (circumstances(node).some((text) => /raises|assertRaises|warns/.test(text)) || isPatched(node, 'sleep'))
    return true;
  const around = pythonFunctionAround(node);
  return (
    around !== null &&
    callsIn(around).some(
      ({ last, args }) => /^(?:setattr|patch|object)$/.test(last) && args.some((arg) => /sleep/.test(arg.text())),
    )
  );
}

/** Called by the test itself, or by a promise that it makes; what the test hands to others sleeps as part of their work. */
function isOfTest(node: Node, file: SourceFile): boolean {
  let fn = functionAround(node);
  while (fn !== null && /^(?:new )?Promise$|^Promise\./.test(givenTo(fn) ?? '')) fn = functionAround(fn);
  return fn === null || isTestBody(fn, file) || !isFunction(fn) || givenTo(fn) === null;
}

/** The test takes `done`, or makes a promise of it. Whether the runner waits for it is another rule's question. */
function isDoneLater({ node, args, file }: Call): boolean {
  const [callback, length] = args;
  if (callback === undefined || !isFunction(callback) || length?.text() === '0') return false;
  if (semanticsOf(file).clockIsFaked(node, file) || testNode(node, file) === null) return false;
  if (!isOfTest(node, file)) return false;
  const isWaitedFor =
    /\b(?:done|resolve|res|finish|end|next|cb)\(/.test(callback.text()) || node.parent()?.is('arrow_function') === true;
  return isWaitedFor && assertionsIn(callback).length > 0;
}

/** A time that is given to the method is slept by its callers. */
function isMethodParameter(ms: Node, at: Node): boolean {
  const parameters = methodAround(at)?.fieldText('parameters') ?? '';
  return ms.is('identifier') && re`\b${quoted(ms.text())}\s*[,)]`.test(parameters);
}

function isOwnSleep(name: string, file: SourceFile): boolean {
  const own = file.root.find({
    rule: { kind: 'method_declaration', has: { field: 'name', regex: `^${quoted(name)}$` } },
  });
  const sleeps = own?.findAll('method_invocation').filter((call) => JAVA_SLEEP.test(call.text())) ?? [];
  return sleeps.some(
    (call) => isMethodParameter(argumentsOf(call)[0]!, call) && !semanticsOf(file).isRepeated(call, file),
  );
}

/** tokio's clock stands still, or was stopped. */
function isPaused(node: Node, file: SourceFile): boolean {
  const scope = scopeOf(node, file);
  return (
    attributesOf(scope).some((text) => /start_paused\s*=\s*true/.test(text)) ||
    rustCallsIn(scope, '(?:^|time::)pause$').length > 0
  );
}
