/** Loops of JavaScript that look again and again whether something has happened. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { isCounted } from '../counted-loop.ts';
import { functionAround } from './around.ts';
import { hasFakeClock } from './fake-clock.ts';
import { sleepOf } from './sleeps.ts';

const CLOCK = /\bDate\.now\(\)|\bperformance\.now\(\)|\bprocess\.hrtime\b/;

export function isBoundedPoll(loop: Node, file: SourceFile): boolean {
  const isEndless = /^\(?true\)?$/.test(loop.field('condition')?.text() ?? '') && CLOCK.test(loop.text());
  if (hasFakeClock(file) || (!isCounted(loop, CLOCK) && !isEndless)) return false;
  const own = functionAround(loop)?.id();
  return loop
    .findAll({ rule: { kind: 'await_expression' } })
    .some((node) => functionAround(node)?.id() === own && sleepOf(node, file) !== null);
}
