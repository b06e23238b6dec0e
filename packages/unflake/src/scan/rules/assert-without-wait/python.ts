import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround } from '../../semantics/python/around.ts';
import { assertionsIn } from '../../semantics/python/assertions.ts';
import { type CallIn, callOf, callsIn } from '../../semantics/python/calls-in.ts';
import { mentions } from '../../semantics/python/fate.ts';
import { givenValue } from '../../semantics/python/values.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const STARTS = /\.start\(|\.submit\(|create_task|ensure_future|Popen/;

export const python: LanguageRule = {
  fix: 'Wait before you look: `thread.join()`, `future.result()`, `event.wait(timeout)`, `await task`.',
  find: [nodesOf('assert_statement', null, isTooEarly, STARTS), nodesOf('call', /^self\.assert/, isTooEarly, STARTS)],
};

const WAITS =
  /^(?:join|wait|wait_for|result|results|get|acquire|communicate|shutdown|until|as_completed|sleep|gather|run_until_complete|map|recv|accept|read|readline|poll_until|eventually|settle|drain|terminate|kill|cancel|stop|wait_\w+)$/;
const MAKES_WORK = /^(?:threading\.(?:Thread|Timer)|multiprocessing\.Process)$/;
const BEGINS = /^(?:asyncio\.(?:create_task|ensure_future)|subprocess\.Popen)$/;

/** The first assertion after work was started, with nothing between that waits; one about the worker itself may come at once. */
function isTooEarly(assertion: Node, file: SourceFile): boolean {
  const test = functionAround(assertion);
  if (test === null || file.dialect.test(test) === null) return false;
  const at = assertion.start();
  const begun = beginningsIn(test, file).findLast(({ start }) => start < at);
  if (begun === undefined) return false;
  const from = begun.node.end();
  const isBetween = (start: number) => start >= from && start < at;
  if (assertionsIn(test, file).some((other) => isBetween(other.start()))) return false;
  const waits = (call: CallIn) =>
    call.start >= from && call.start < assertion.end() && WAITS.test(call.last) && isOwn(call, test);
  if (callsIn(test, file).some(waits) || awaits(test, from, assertion.end())) return false;
  return !leavesBlock(begun.node, assertion) && !isAboutIt(assertion, begun, file);
}

const begunIn = new WeakMap<SourceFile, Map<number, readonly CallIn[]>>();

/** Where a test starts work; found once, because every assertion asks. */
function beginningsIn(test: Node, file: SourceFile): readonly CallIn[] {
  const ofFile = begunIn.get(file) ?? new Map<number, readonly CallIn[]>();
  begunIn.set(file, ofFile);
  const found =
    ofFile.get(test.id()) ?? callsIn(test, file).filter((call) => beginsWork(call, file) && isOwn(call, test));
  ofFile.set(test.id(), found);
  return found;
}

/** Not in a function inside the test. */
const isOwn = ({ node }: CallIn, test: Node): boolean => functionAround(node)?.id() === test.id();

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

const awaits = (scope: Node, from: number, to: number): boolean =>
  scope.findAll({ rule: { kind: 'await' } }).some((node) => node.start() >= from && node.start() < to);

/** The end of a `with` block waits for what was started in it. */
function leavesBlock(begun: Node, assertion: Node): boolean {
  const block = nearest(begun, ['with_statement']);
  return block !== null && assertion.start() >= block.end();
}

function isAboutIt(assertion: Node, { on, node }: CallIn, file: SourceFile): boolean {
  const names = [on, node.parent()?.is('assignment') ? node.parent()?.field('left')?.text() : null].filter(
    (name) => name != null,
  );
  return names.some((name) => mentions(assertion, name)) && file.isTestFile;
}
