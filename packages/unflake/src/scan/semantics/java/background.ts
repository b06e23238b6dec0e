/** Work that a test has started beside itself, and whether the test waits for it. */
import { isSame } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { quoted } from '../undone.ts';
import { calledName, callsAfter, isDeferred, methodText, rootOf } from './around.ts';
import { isAssertion } from './asserting.ts';

const WAITS =
  /^(?:join|await|until|untilAsserted|untilTrue|awaitTermination|acquire|tryAcquire|take|invokeAll|invokeAny|allOf|sleep|exchange|awaitQuiescence|arriveAndAwaitAdvance|awaitAdvance|waitFor|untilAtomic|timeout|after|block|awaitDone|countdownAndWait|close|poll|pause|getNow|assertTimeout|waitUntil|eventually)$/;

/** A call after the start, in the test itself, that waits for something. */
export function waitAfter(start: Node): Node | undefined {
  const text = methodText(start);
  return callsAfter(start).find(
    (call) => !isDeferred(call) && (WAITS.test(calledName(call)) || isFutureGet(call, text)),
  );
}

/** `get` is a wait only on a future. */
function isFutureGet(call: Node, method: string): boolean {
  if (calledName(call) !== 'get') return false;
  const root = rootOf(call.field('object'));
  if (root === '') return /\b(?:submit|supplyAsync|runAsync)\(/.test(call.field('object')?.text() ?? '');
  return new RegExp(
    `(?:Future(?:<[^;=]*>)?|var) ${quoted(root)}\\s*=|for \\((?:Completable)?Future[^:)]*\\b${quoted(root)} :`,
  ).test(method);
}

/** The first assertion that the test itself makes after a place, when nothing is waited for before it. */
export function assertedTooSoon(start: Node): boolean {
  const wait = waitAfter(start);
  const assertion = callsAfter(start).find((call) => isAssertion(call) && !isDeferred(call));
  if (assertion === undefined) return false;
  return wait === undefined || (wait.start() > assertion.end() && !isSame(wait, assertion));
}
