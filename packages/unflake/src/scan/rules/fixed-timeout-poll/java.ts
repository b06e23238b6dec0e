import type { SourceFile } from '../../facts/source-file.ts';
import { numberOf } from '../../semantics/java/literals.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

/** A machine under load is late by more than this. */
const SHORT_MS = 1000;
const CLOCK =
  /System\.(?:currentTimeMillis|nanoTime)\(\)|Instant\.now\(\)|\b(?:deadline|timeout|elapsed|remaining|limit)\b/i;
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

export const java: LanguageRule = {
  fix: 'Let one generous limit decide: `latch.await(30, SECONDS)`, Awaitility’s `atMost(Duration.ofSeconds(30))`.',
  find: [
    nodesOf('while_statement', null, (loop) => isBounded(loop) && sleeps(loop)),
    nodesOf('do_statement', null, (loop) => isBounded(loop) && sleeps(loop)),
    nodesOf(
      'for_statement',
      null,
      (loop) => loop.field('condition') !== null && /[<>]/.test(loop.field('condition')!.text()) && sleeps(loop),
    ),
    calls(
      '*.await *.get *.poll *.tryAcquire *.awaitTermination *.join *.waitFor',
      ({ args, file }) => args.length === 2 && isShort(msOf(args[0]!, args[1]!, file)),
    ),
    calls('*.atMost', ({ args, file }) =>
      isShort(args.length === 2 ? msOf(args[0]!, args[1]!, file) : durationOf(args[0], file)),
    ),
    calls(
      '*.get *.orTimeout *.block *.expectComplete',
      ({ args, file }) => args.length === 1 && isShort(durationOf(args[0], file)),
    ),
  ],
};

const sleeps = (loop: Node): boolean =>
  /\bThread\.sleep\(|TimeUnit\.[A-Z]+\.sleep\(|\b(?:sleep|pause)\(/.test(loop.field('body')?.text() ?? '');

function isBounded(loop: Node): boolean {
  const condition = loop.field('condition')?.text() ?? '';
  return (
    CLOCK.test(condition) ||
    /[<>]=?\s*[0-9A-Z_]+\b|\+\+|--|\b(?:tries|attempts?|retries|count)\b/.test(
      condition.replace(/\.(?:size|length)\(\)\s*[<>]=?\s*\d+/g, ''),
    )
  );
}

function msOf(amount: Node, unit: Node, file: SourceFile): number | null {
  const number = numberOf(amount, file);
  const factor = UNIT_MS[/[A-Z]+$/.exec(unit.text())?.[0] ?? ''];
  return number === null || factor === undefined ? null : number * factor;
}

function durationOf(node: Node | undefined, file: SourceFile): number | null {
  const match = /^(?:Duration\.)?(of(?:Millis|Nanos|Seconds|Minutes))\(/.exec(node?.text() ?? '');
  const amount = node?.field('arguments')?.namedChildren()[0];
  const number = numberOf(amount, file);
  return match === null || number === null ? null : number * UNIT_MS[match[1]!]!;
}

const isShort = (ms: number | null): boolean => ms !== null && ms > 0 && ms < SHORT_MS;
