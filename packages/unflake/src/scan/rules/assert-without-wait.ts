import type { Node, SourceFile } from '../facts/source-file.ts';
import { isDiscarded } from '../semantics/calls.ts';
import { workOf as workOfGo } from '../semantics/go/timing.ts';
import { holderOf } from '../semantics/held.ts';
import { calledName as calledNameInJava, methodText } from '../semantics/java/around.ts';
import { asserts, isAssertion } from '../semantics/java/assertions.ts';
import {
  calledName as calledNameInJavaScript,
  calledOn,
  FUNCTIONS,
  functionAround as functionAroundInJavaScript,
  isFunction,
  testBody,
} from '../semantics/javascript/around.ts';
import { assertionsIn as assertionsInInJavaScript } from '../semantics/javascript/assertions.ts';
import { hasFakeClock } from '../semantics/javascript/timing.ts';
import { once, onceBy } from '../semantics/once.ts';
import { functionAround as functionAroundInPython } from '../semantics/python/around.ts';
import { assertionsIn as assertionsInInPython } from '../semantics/python/assertions.ts';
import { type CallIn, callOf, callsIn } from '../semantics/python/calls-in.ts';
import { mentions as mentionsInPython } from '../semantics/python/fate.ts';
import { givenValue } from '../semantics/python/values.ts';
import { SPAWNS, workOf as workOfRust } from '../semantics/rust/timing.ts';
import {
  commandOf,
  commandsIn,
  functionAround as functionAroundInShell,
  isOwn as isOwnInShell,
  isTest as isTestInShell,
} from '../semantics/shell/command.ts';
import { AMPERSAND, isBackground, isDummy, isTimer, STATEMENTS } from '../semantics/shell/timing.ts';
import { looksTooEarly } from '../semantics/started-work.ts';
import { isAfter, quoted, re, testNode } from '../semantics/undone.ts';
import { nearest, outwards, textAt } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row } from './rule.ts';

const STARTS = /\.start\(|\.submit\(|create_task|ensure_future|Popen/;

const PYTHON_WAITS =
  /^(?:join|wait|wait_for|result|results|get|acquire|communicate|shutdown|until|as_completed|sleep|gather|run_until_complete|map|recv|accept|read|readline|poll_until|eventually|settle|drain|terminate|kill|cancel|stop|wait_\w+)$/;

const MAKES_WORK = /^(?:threading\.(?:Thread|Timer)|multiprocessing\.Process)$/;

const BEGINS = /^(?:asyncio\.(?:create_task|ensure_future)|subprocess\.Popen)$/;

/** Not in a function inside the test. */
const isOwnInPython = ({ node }: CallIn, test: Node): boolean => functionAroundInPython(node)?.id() === test.id();

const awaits = (scope: Node, from: number, to: number): boolean =>
  scope.findAll('await').some((node) => node.start() >= from && node.start() < to);

/** The runner waits for what the test calls: its `done` under whatever name, or the end of its plan. */
function takesDone(body: Node): boolean {
  const given = textAt(body.field('parameters') ?? body.field('parameter'));
  const names = given.replace(/:[^,)]*/g, '').match(/[\w$]+/g) ?? [];
  const text = body.text();
  if (names.some((name) => re`[^\w$.]${quoted(name)}\(|[(,]\s*${quoted(name)}\s*\)`.test(text))) return true;
  return /\.(?:plan|end|waitForPlan|completed|pass)\b/.test(text);
}

const SHELL_WAITS = /^(?:wait\w*|sleep|until\w*|kill|poll\w*|eventually|retry)$/;

const isOwnWait = (name: string, file: SourceFile): boolean =>
  isOwnInShell(name, file) && /wait|until|ready/.test(name);

export const assertWithoutWait: Kind = {
  name: 'assert-without-wait',
  cause: { family: 'timing', kind: 'missing-await' },
  severity: 'error',
  where: 'tests',
  message: 'asserts on work that may still be running',
  why: 'Nothing makes the test wait for the work that it started: on a busy machine the assertion comes first.',
  languages: {
    python: row(
      'Wait before you look: `thread.join()`, `future.result()`, `event.wait(timeout)`, `await task`.',
      nodesOf('assert_statement', null, isTooEarlyInPython, STARTS),
      nodesOf('call', /^self\.assert/, isTooEarlyInPython, STARTS),
    ),
    javascript: row(
      'Wait for it before asserting: `await once(emitter, "done")`, `await new Promise((resolve) => …)`, `done`, or turn the clock with fake timers.',
      calls('setTimeout setImmediate process.nextTick queueMicrotask setInterval globalThis.setTimeout', isLoose),
      calls('*.on *.once *.addEventListener *.subscribe', isLoose),
      calls(
        `child_process.exec child_process.execFile fs.readFile fs.writeFile fs.unlink fs.mkdir fs.readdir fs.stat`,
        isLoose,
      ),
    ),
    java: row(
      'Assert on the wait itself (`assertTrue(latch.await(10, SECONDS))`), and take results out of the thread (`future.get()`) before asserting.',
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
          re`\b${name}\.countDown\(\)|\b${name}::countDown|\b${name}\b[^.;]*\)`.test(methodText(node)) &&
          !re`\b${name}\.(?:await|getCount)\(|\b${name}::await|[aA]wait\w*\([^()]*\b${name}\b`.test(file.text)
        );
      }),
      nodesOf(
        'lambda_expression',
        null,
        (lambda, file) => testNode(lambda, file) !== null && isRunElsewhere(lambda, file.text) && asserts(lambda),
      ),
    ),
    go: row(
      'Move the assertion below `wg.Wait()` or the receive.',
      nodesOf('go_statement', null, (start, file) => looksTooEarly(workOfGo(start, file))),
    ),
    rust: row(
      'Move the assertion below `handle.join()` or the `.await`.',
      calls(SPAWNS, ({ node, file }) => looksTooEarly(workOfRust(node, file))),
    ),
    shell: row(
      'Wait before you look: `wait "$pid"`, or `until condition; do sleep 0.1; done`.',
      nodesOf('test_command', null, isTooEarlyInShell, AMPERSAND),
      nodesOf('command', /^(?:run|assert\w*|test|refute\w*)\b/, isTooEarlyInShell, AMPERSAND),
    ),
  },
};

/** The first assertion after work was started, with nothing between that waits; one about the worker itself may come at once. */
function isTooEarlyInPython(assertion: Node, file: SourceFile): boolean {
  const test = functionAroundInPython(assertion);
  if (test === null || file.dialect.test(test) === null) return false;
  const at = assertion.start();
  const begun = beginningsIn(test, file).findLast(({ start }) => start < at);
  if (begun === undefined) return false;
  const from = begun.node.end();
  const isBetween = (start: number) => start >= from && start < at;
  if (assertionsInInPython(test).some((other) => isBetween(other.start()))) return false;
  const waits = (call: CallIn) =>
    call.start >= from && call.start < assertion.end() && PYTHON_WAITS.test(call.last) && isOwnInPython(call, test);
  if (callsIn(test).some(waits) || awaits(test, from, assertion.end())) return false;
  return !leavesBlock(begun.node, assertion) && !isAboutIt(assertion, begun, file);
}

/** Where a test starts work; found once, because every assertion asks. */
const beginningsIn = onceBy((test: Node, file) =>
  callsIn(test).filter((call) => beginsWork(call, file) && isOwnInPython(call, test)),
);

function beginsWork(call: CallIn, file: SourceFile): boolean {
  if (!/start|submit|create_task|ensure_future|Popen/.test(call.callee)) return false;
  const { node, callee, last, on } = call;
  if (file.meanings(callee, node).some((name) => BEGINS.test(name))) return true;
  const object = node.field('function')?.field('object') ?? null;
  const made = givenValue(object, file);
  const isMade = (pattern: RegExp) =>
    made?.is('call') === true && file.meanings(callOf(made).callee, made).some((name) => pattern.test(name));
  if (last === 'start') return isMade(MAKES_WORK);
  return last === 'submit' && on !== null && (isMade(/Executor$/) || /pool|executor/i.test(on));
}

/** The end of a `with` block waits for what was started in it. */
function leavesBlock(begun: Node, assertion: Node): boolean {
  const block = nearest(begun, ['with_statement']);
  return block !== null && assertion.start() >= block.end();
}

function isAboutIt(assertion: Node, { on, node }: CallIn, file: SourceFile): boolean {
  const names = [on, node.parent()?.is('assignment') ? node.parent()?.field('left')?.text() : null].filter(
    (name) => name != null,
  );
  return names.some((name) => mentionsInPython(assertion, name)) && file.isTestFile;
}

function isLoose({ node, args, file }: Call): boolean {
  const callback = args.find(isFunction);
  const body = testBody(node, file);
  if (callback === undefined || body === null || functionAroundInJavaScript(node)?.id() !== body.id()) return false;
  if (hasFakeClock(file) || takesDone(body) || isAwaited(node, body) || emits(node, body)) return false;
  if (!nearest(node, ['expression_statement', 'lexical_declaration'])) return false;
  if (assertionsInInJavaScript(callback).length > 0) return true;
  return assertedNames(callback, body).some((name) => isAssertedSoon(name, callback, body));
}

/** Something is awaited or returned after the callback was registered. */
const isAwaited = (node: Node, body: Node): boolean =>
  body
    .findAll('await_expression, return_statement')
    .some((wait) => functionAroundInJavaScript(wait)?.id() === body.id() && isAfter(wait, node));

/** Whoever emits by hand is called back at once. */
function emits(node: Node, body: Node): boolean {
  const on = calledOn(node)?.text().split(/[.(]/)[0];
  if (on === undefined) return false;
  return body
    .findAll(
      'call_expression',
      '\\.(?:emit|dispatchEvent|next|trigger|fire|publish|click|send|set|write|push|end|notify|dispatch|close|abort|update)\\(',
    )
    .some(
      (call) =>
        isAfter(call, node) &&
        !/^(?:on|once)$/.test(calledNameInJavaScript(call)) &&
        nearest(call, FUNCTIONS)?.id() === body.id(),
    );
}

/** Variables of the test that the callback writes. */
function assertedNames(callback: Node, body: Node): readonly string[] {
  const written = callback.findAll({
    rule: {
      any: [
        { kind: 'assignment_expression' },
        { kind: 'augmented_assignment_expression' },
        { kind: 'update_expression' },
        { kind: 'call_expression', regex: '^[A-Za-z0-9_]+\\.(?:push|add|set)\\(' },
      ],
    },
  });
  const names = written.map((node) => /^(?:\+\+|--)?([\w$]+)/.exec(node.text())?.[1] ?? '');
  return names.filter((name) => re`\b(?:let|var|const)\s+${name.replaceAll('$', '\\$')}\b`.test(body.text()));
}

const isAssertedSoon = (name: string, callback: Node, body: Node): boolean =>
  assertionsInInJavaScript(body).some(
    (assertion) => isAfter(assertion, callback) && re`\b${name.replaceAll('$', '\\$')}\b`.test(assertion.text()),
  );

/** Given to a thread, or to a pool whose answer nobody asks for. */
function isRunElsewhere(lambda: Node, text: string): boolean {
  const call = lambda.parent()?.parent();
  if (call == null || [...outwards(lambda)].some((above) => above.is('method_invocation') && isAssertion(above)))
    return false;
  if (call.is('object_creation_expression')) return calledNameInJava(call) === 'Thread';
  if (
    !/^(?:submit|execute|runAsync|startVirtualThread)$/.test(calledNameInJava(call)) ||
    !/executor|pool|service|scheduler|CompletableFuture|Thread/i.test(call.fieldText('object'))
  )
    return false;
  const holder = holderOf(call);
  if (holder.kind === 'name')
    return !re`\b${quoted(holder.name)}\.(?:get|join)\(|\([^()]*\b${quoted(holder.name)}\b`.test(text);
  return (
    holder.kind === 'nobody' &&
    !/\.(?:get|join)\($/.test(
      nearest(call, ['expression_statement'])
        ?.text()
        .replace(/\)[^(]*$/, '') ?? '',
    ) &&
    !/\)\s*\.(?:get|join)\([^()]*\)\s*;?$/.test(textAt(nearest(call, ['expression_statement'])))
  );
}

function isTooEarlyInShell(check: Node, file: SourceFile): boolean {
  const test = functionAroundInShell(check);
  if (test === null || !isTestInShell(test)) return false;
  const at = check.start();
  const begun = startedIn(test)
    .filter((node) => node.end() < at)
    .at(-1);
  if (begun === undefined) return false;
  const from = begun.end();
  const isBetween = (node: Node) => node.start() >= from && node.start() < at;
  if (commandsIn(test).some(({ node, name }) => isBetween(node) && (SHELL_WAITS.test(name) || isOwnWait(name, file))))
    return false;
  if (test.findAll('while_statement, for_statement').some(isBetween)) return false;
  if (test.findAll('test_command').some(isBetween)) return false;
  if (commandsIn(test).some(({ node, isRun }) => isRun && isBetween(node))) return false;
  return !(check.is('command') && SHELL_WAITS.test(commandOf(check).name));
}

/** Found once a test, because every check asks. */
const startedIn = once((test: Node) =>
  test.findAll(STATEMENTS).filter((node) => isBackground(node) && !isTimer(node) && !isDummy(node)),
);
