/** Loops of Rust that look again and again whether something has happened. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import { callsIn } from '../calls.ts';
import { isStepOfTest } from './around.ts';
import { milliseconds } from './variables.ts';

const SLEEPS =
  '^(?:(?:std::)?thread::sleep|sleep|(?:tokio::)?time::sleep|tokio::time::sleep|async_std::task::sleep|task::sleep)$';

/** Its condition asks something, or its body leaves it when something holds. */
export function isPolling(loop: Node): boolean {
  if (loop.is('while_expression') && !/^true$/.test(loop.field('condition')?.text() ?? '')) return true;
  const exits = loop.field('body')?.findAll({ rule: { kind: 'break_expression, return_expression' } }) ?? [];
  return exits.some(
    (exit) =>
      exit.parent()?.parent()?.parent()?.is('if_expression') ||
      exit.parent()?.is('match_arm') ||
      exit.parent()?.parent()?.is('if_expression'),
  );
}

/** Gives up after a number of rounds, or a time, that is written out in the loop. */
function givesUpAtFixedTime(loop: Node): boolean {
  if (loop.is('for_expression')) return /^\d[\d_]*\.\.=?\d[\d_]*$/.test(loop.field('value')?.text() ?? '');
  const asked = loop.is('while_expression')
    ? (loop.field('condition')?.text() ?? '')
    : (loop.field('body')?.text() ?? '');
  return /(?:elapsed\(\)|duration_since\(\w+\))\s*[<>]=?\s*(?:\w+::)*Duration::from_\w+\(\s*[\d_]+\s*\)/.test(asked);
}

/** How long the body sleeps in each round; null when it does not, or for as long as somebody says. */
export const pauseOf = (loop: Node): number | null =>
  milliseconds(callsIn(loop, SLEEPS)[0]?.field('arguments')?.children()[1]);

export function isBoundedPoll(loop: Node, file: SourceFile): boolean {
  const sleeps = callsIn(loop, SLEEPS).some(
    (call) => nearest(call, ['for_expression', 'while_expression', 'loop_expression'])?.id() === loop.id(),
  );
  return sleeps && isStepOfTest(loop, file) && isPolling(loop) && givesUpAtFixedTime(loop);
}
