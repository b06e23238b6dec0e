/** Time in Java tests: how long a wait is, and work that runs at the same time. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { isSame, textAt } from '../../syntax/node.ts';
import { quoted, re } from '../undone.ts';
import { calledName, callsAfter, isDeferred, methodText, rootOf } from './around.ts';
import { isAssertion } from './assertions.ts';
import { numberOf } from './literals.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  NANOSECONDS: 1e-6,
  MICROSECONDS: 1e-3,
  MILLISECONDS: 1,
  SECONDS: 1000,
  MINUTES: 60_000,
  ofMillis: 1,
  ofNanos: 1e-6,
  ofSeconds: 1000,
  ofMinutes: 60_000,
};

/** `Duration.ofSeconds(3)`; or a number with its unit, which stands behind it among the arguments. */
export function millisecondsOf(value: Node | undefined, file: SourceFile): number | null {
  const duration = /^(?:Duration\.)?(of(?:Millis|Nanos|Seconds|Minutes))\(/.exec(textAt(value))?.[1];
  const amount = duration === undefined ? value : value?.field('arguments')?.namedChildren()[0];
  const unit = duration ?? /([A-Z]+)$/.exec(textAt(value?.next()?.next()))?.[1] ?? '';
  const number = numberOf(amount, file);
  return number === null || UNIT_MS[unit] === undefined ? null : number * UNIT_MS[unit];
}

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
  if (root === '') return /\b(?:submit|supplyAsync|runAsync)\(/.test(call.fieldText('object'));
  return re`(?:Future(?:<[^;=]*>)?|var) ${quoted(root)}\s*=|for \((?:Completable)?Future[^:)]*\b${quoted(root)} :`.test(
    method,
  );
}

/** The first assertion that the test itself makes after a place, when nothing is waited for before it. */
export function assertedTooSoon(start: Node): boolean {
  const wait = waitAfter(start);
  const assertion = callsAfter(start).find((call) => isAssertion(call) && !isDeferred(call));
  if (assertion === undefined) return false;
  return wait === undefined || (wait.start() > assertion.end() && !isSame(wait, assertion));
}
