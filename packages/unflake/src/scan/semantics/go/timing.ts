/** Readings of the clock in Go that only measure. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import { calleeOf } from '../calls.ts';
import { usesOf } from '../declared.ts';
import { isAfter } from '../undone.ts';
import { functionAround } from './around.ts';
import { givenTo } from './variables.ts';

const TAKES_A_MOMENT = /(?:^|\.)(?:Since|Until|Sub|Before|After|WithDeadline|Set(?:Read|Write)?Deadline)$/;

export function onlyMeasures(reading: Node, file: SourceFile): boolean {
  const value = withAdded(reading);
  if (isMeasured(value)) return true;
  const names = givenTo(value);
  const scope = functionAround(reading, file);
  if (names === null || names.length !== 1 || scope.is('source_file')) return false;
  const uses = usesOf(names[0]!, scope).filter((use) => isAfter(use, value));
  return uses.length > 0 && uses.every((use) => isMeasured(withAdded(use)));
}

/** `time.Now().Add(d)` is as good as `time.Now()`. */
function withAdded(value: Node): Node {
  const selector = value.parent();
  const call =
    selector?.is('selector_expression') && selector.field('field')?.text() === 'Add' ? selector.parent() : null;
  return call?.is('call_expression') ? call : value;
}

/** Subtracted from another moment, or compared with one that is read from the clock as well. */
function isMeasured(value: Node): boolean {
  const outer = value.parent();
  const call = outer === null || !/^(?:argument_list|selector_expression)$/.test(outer.kind()) ? null : outer.parent();
  if (call === null || !call.is('call_expression')) return false;
  const callee = calleeOf(call);
  if (!TAKES_A_MOMENT.test(callee)) return false;
  if (!/\.(?:Before|After)$/.test(callee)) return true;
  const loop = nearest(call, ['for_statement', 'func_literal']);
  return /deadline|timeout|until|time\.Now\(\)/i.test(call.text()) && (loop?.is('for_statement') ?? false);
}
