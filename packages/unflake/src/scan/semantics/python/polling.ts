/** Loops that look again and again with pauses between: how long they look in all. */

import type { Node, SourceFile } from '../../facts/source-file.ts';
import { GENEROUS_MS } from '../counted-loop.ts';
import { functionAround, isPatched, scopeAround } from './around.ts';
import { callOf, callsIn } from './calls-in.ts';
import { assignmentsTo } from './outline.ts';
import { numberOf } from './values.ts';

const SLEEPS = /^(?:time|asyncio|gevent|trio|anyio)\.sleep$/;

/** The pause inside a loop, in seconds; null when it makes none, or one that cannot be read. */
function pauseOf(loop: Node, file: SourceFile): number | null {
  const body = loop.field('body');
  if (body === null) return null;
  const sleep = callsIn(body).find(
    ({ node, callee }) =>
      file.meanings(callee, node).some((name) => SLEEPS.test(name)) &&
      functionAround(node)?.id() === functionAround(loop)?.id(),
  );
  return sleep === undefined ? null : numberOf(sleep.args[0], file);
}

/** How often `for … in range(n)` or a counted `while` looks; null when it is not counted. */
function looksOf(loop: Node, file: SourceFile): number | null {
  if (loop.is('for_statement')) {
    const right = loop.field('right');
    if (right === null || !right.is('call') || callOf(right).callee !== 'range') return null;
    return numberOf(callOf(right).args.at(-1), file);
  }
  const condition = loop.fieldText('condition');
  const [, name, bound] = /\b(\w+)\s*(?:<=?|>=?|!=)\s*(\d+)\b/.exec(condition) ?? [];
  if (name === undefined || !isCounted(name, loop)) return null;
  if (bound !== '0') return Number(bound);
  const given = assignmentsTo(name, scopeAround(loop, file), file).map((node) => numberOf(node.field('right'), file));
  return given.length === 1 ? given[0]! : null;
}

const isCounted = (name: string, loop: Node): boolean =>
  loop.findAll('augmented_assignment').some((node) => node.field('left')?.text() === name);

/** The seconds until the deadline that a `while` compares the clock with; null when it has none that can be read. */
function deadlineOf(loop: Node, file: SourceFile): number | null {
  const condition = loop.field('condition');
  if (condition === null) return null;
  const clock = /\b(?:time|monotonic|perf_counter|now)\(\)/;
  const compares = [condition, ...condition.findAll('comparison_operator')];
  for (const compare of compares) {
    if (!compare.is('comparison_operator') || !clock.test(compare.text())) continue;
    for (const side of compare.namedChildren()) {
      if (side.is('float') || side.is('integer')) return numberOf(side, file);
      if (!side.is('identifier')) continue;
      const [given] = assignmentsTo(side.text(), scopeAround(loop, file), file);
      const right = given?.field('right') ?? null;
      if (right === null || !right.is('binary_operator') || !clock.test(right.text())) continue;
      return numberOf(right.field('right'), file) ?? numberOf(right.field('left'), file);
    }
  }
  return null;
}

export function isBoundedPoll(loop: Node, file: SourceFile): boolean {
  const pause = pauseOf(loop, file);
  if (pause === null || isPatched(loop, 'sleep')) return false;
  const looks = looksOf(loop, file);
  const seconds = looks === null ? (loop.is('while_statement') ? deadlineOf(loop, file) : null) : looks * pause;
  return seconds !== null && seconds * 1000 < GENEROUS_MS;
}
