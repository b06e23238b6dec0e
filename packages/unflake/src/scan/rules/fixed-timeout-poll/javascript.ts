import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround } from '../../semantics/javascript/around.ts';
import { fieldOf, numberOf } from '../../semantics/javascript/constants.ts';
import { hasFakeClock } from '../../semantics/javascript/fake-clock.ts';
import { sleepOf } from '../../semantics/javascript/sleeps.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

/** A machine under load is late by more than this. */
const SHORT_MS = 1000;
const CLOCK = /\bDate\.now\(\)|\bperformance\.now\(\)|\bprocess\.hrtime\b/;

export const javascript: LanguageRule = {
  fix: 'Let one generous limit decide: `vi.waitFor(check, { timeout: 10_000 })`, `expect.poll`, or the runner’s own time-out around an unbounded wait.',
  find: [
    nodesOf('for_statement', null, (loop, file) => isBounded(loop) && sleepsIn(loop, file)),
    nodesOf('while_statement', null, (loop, file) => isBounded(loop) && sleepsIn(loop, file)),
    nodesOf('do_statement', null, (loop, file) => isBounded(loop) && sleepsIn(loop, file)),
    calls('*.waitFor waitFor *.waitUntil wait-for-expect *.poll *.toPass *.waitForSelector', ({ args, file }) => {
      const given = args.map((arg) => fieldOf(arg, /^timeout$/, file)).find((value) => value !== null);
      const ms = numberOf(given ?? (args[1]?.is('number') ? args[1] : undefined), file);
      return ms !== null && ms > 0 && ms < SHORT_MS;
    }),
  ],
};

function isBounded(loop: Node): boolean {
  if (loop.is('for_statement')) return loop.field('condition') !== null && /[<>]/.test(loop.field('condition')!.text());
  const condition = loop.field('condition')?.text() ?? '';
  return (
    CLOCK.test(condition) ||
    /[<>]=?\s*[\d_]+|(?:--|\+\+)|\b(?:tries|attempts?|retries|count)\b/.test(
      condition.replace(/\.(?:size|length)\s*[<>]=?\s*\d+/g, ''),
    ) ||
    (/^\(?true\)?$/.test(condition) && CLOCK.test(loop.text()))
  );
}

function sleepsIn(loop: Node, file: SourceFile): boolean {
  if (hasFakeClock(file)) return false;
  const own = functionAround(loop)?.id();
  return loop
    .findAll({ rule: { kind: 'await_expression' } })
    .some((node) => functionAround(node)?.id() === own && sleepOf(node, file) !== null);
}
