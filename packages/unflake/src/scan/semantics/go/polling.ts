/** Loops of Go that look again and again whether something has happened. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named, nearest } from '../../syntax/node.ts';
import { callsIn } from '../calls.ts';
import { functionAround, isRunByTest } from './around.ts';
import { declared, milliseconds } from './variables.ts';

/** Its condition asks something, or its body leaves it when something holds. */
export function isPolling(loop: Node): boolean {
  const head = headOf(loop);
  if (head?.is('range_clause') && !/^\d+$/.test(head.field('right')?.text() ?? '')) return false;
  const condition = conditionOf(loop);
  if (condition !== null && !isCounting(condition) && !/^(?:true)$/.test(condition.text())) return true;
  const body = loop.field('body');
  const exits = body?.findAll({ rule: { kind: 'break_statement, return_statement' } }) ?? [];
  return exits.some((exit) => {
    const list = exit.parent()?.parent();
    const around = list?.is('block') ? list.parent() : list;
    // What leaves the loop when something went wrong does not wait for it.
    if (around?.is('if_statement')) return !/^err != nil$/.test(around.field('condition')?.text() ?? '');
    return around?.is('communication_case') ?? false;
  });
}

/** Gives up after a number of rounds, or a time, that is written out in the loop or just before it. */
function givesUpAtFixedTime(loop: Node, scope: Node): boolean {
  const head = headOf(loop);
  if (head?.is('range_clause')) return /^\d+$/.test(head.field('right')?.text() ?? '');
  const condition = conditionOf(loop);
  if (condition !== null && isCounting(condition)) return /^\d+$/.test(condition.field('right')?.text() ?? '');
  const text = condition === null ? (loop.field('body')?.text() ?? '') : condition.text();
  const since = /time\.Since\(\w+\)\s*<\s*([\w.* ]+)/.exec(text);
  if (since !== null) return /\btime\.\w+/.test(since[1]!);
  const moment = /time\.Now\(\)\.(?:Before|After)\((\w+)\)/.exec(text)?.[1];
  if (moment === undefined) return false;
  const value = declared(moment, scope);
  const added =
    value === null || !/^time\.Now\(\)\.Add\(/.test(value.text()) ? undefined : named(value.field('arguments'))[0];
  return milliseconds(added) !== null;
}

function headOf(loop: Node): Node | undefined {
  return named(loop).find((part) => !part.is('block') && !part.is('comment'));
}

function conditionOf(loop: Node): Node | null {
  const head = headOf(loop);
  if (head === undefined || head.is('range_clause')) return null;
  return head.is('for_clause') ? head.field('condition') : head;
}

/** `i < 50`, and no call in it. */
const isCounting = (condition: Node): boolean =>
  condition.is('binary_expression') &&
  condition.find({ rule: { kind: 'call_expression' } }) === null &&
  /<=?|>=?|!=/.test(condition.text()) &&
  (condition.field('left')?.is('identifier') ?? false);

export function isBoundedPoll(loop: Node, file: SourceFile): boolean {
  const sleeps = callsIn(loop, '^time\\.(?:Sleep|After)$').some(
    (call) => nearest(call, ['for_statement'])?.id() === loop.id(),
  );
  return sleeps && isRunByTest(loop, file) && isPolling(loop) && givesUpAtFixedTime(loop, functionAround(loop, file));
}
