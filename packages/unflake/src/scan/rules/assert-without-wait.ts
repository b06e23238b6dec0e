import type { Node } from '../facts/source-file.ts';
import { isDiscarded } from '../semantics/calls.ts';
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
import { callOf } from '../semantics/python/calls-in.ts';
import { givenValue } from '../semantics/python/values.ts';
import { SPAWNS } from '../semantics/rust/timing.ts';
import { AMPERSAND, isBackground, isDummy, isTimer, STATEMENTS } from '../semantics/shell/timing.ts';
import { firstLook, looksTooEarly } from '../semantics/started-work.ts';
import { isAfter, quoted, re, testNode } from '../semantics/undone.ts';
import { nearest, outwards, textAt } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row } from './rule.ts';

const MAKES_WORK = /^(?:threading\.(?:Thread|Timer)|multiprocessing\.Process)$/;

/** The runner waits for what the test calls: its `done` under whatever name, or the end of its plan. */
function takesDone(body: Node): boolean {
  const given = textAt(body.field('parameters') ?? body.field('parameter'));
  const names = given.replace(/:[^,)]*/g, '').match(/[\w$]+/g) ?? [];
  const text = body.text();
  if (names.some((name) => re`[^\w$.]${quoted(name)}\(|[(,]\s*${quoted(name)}\s*\)`.test(text))) return true;
  return /\.(?:plan|end|waitForPlan|completed|pass)\b/.test(text);
}

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
      calls('asyncio.create_task asyncio.ensure_future subprocess.Popen', isBegunInPython),
      calls('*.start', (call) => isMade(call, MAKES_WORK) && isBegunInPython(call)),
      calls(
        '*.submit',
        (call) =>
          (isMade(call, /Executor$/) || /pool|executor/i.test(callOf(call.node).on ?? '')) && isBegunInPython(call),
      ),
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
    go: row('Move the assertion below `wg.Wait()` or the receive.', nodesOf('go_statement', null, looksTooEarly)),
    rust: row(
      'Move the assertion below `handle.join()` or the `.await`.',
      calls(SPAWNS, ({ node, file }) => looksTooEarly(node, file)),
    ),
    shell: row(
      'Wait before you look: `wait "$pid"`, or `until condition; do sleep 0.1; done`.',
      nodesOf(
        STATEMENTS,
        null,
        (node, file) =>
          isBackground(node) &&
          !isTimer(node) &&
          !isDummy(node) &&
          file.testAround(node) !== null &&
          firstLook(node, file, null),
        AMPERSAND,
      ),
    ),
  },
};

function isMade({ node, file }: Call, by: RegExp): boolean {
  const made = givenValue(node.field('function')?.field('object') ?? null, file);
  return made?.is('call') === true && file.meanings(callOf(made).callee, made).some((name) => by.test(name));
}

/** One about the worker itself may come at once. */
function isBegunInPython({ node, file }: Call): readonly Node[] {
  const outer = node.parent();
  return firstLook(node, file, callOf(node).on ?? (outer?.is('assignment') ? outer.fieldText('left') : null));
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
  const written = [
    ...callback.findAll('assignment_expression, augmented_assignment_expression, update_expression'),
    ...callback.findAll('call_expression', '^[A-Za-z0-9_]+\\.(?:push|add|set)\\('),
  ];
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
  const statement = textAt(nearest(call, ['expression_statement']));
  return holder.kind === 'nobody' && !/\.(?:get|join)\((?:\)[^(]*|[^()]*\)\s*;?)$/.test(statement);
}
