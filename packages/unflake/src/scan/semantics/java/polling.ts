/** Loops of Java that look again and again whether something has happened, and how long its waits are. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { isCounted } from '../counted-loop.ts';
import { numberOf } from './literals.ts';

const CLOCK =
  /System\.(?:currentTimeMillis|nanoTime)\(\)|Instant\.now\(\)|\b(?:deadline|timeout|elapsed|remaining|limit)\b/i;
const SLEEPS = /\bThread\.sleep\(|TimeUnit\.[A-Z]+\.sleep\(|\b(?:sleep|pause)\(/;

export const isBoundedPoll = (loop: Node): boolean =>
  isCounted(loop, CLOCK) && SLEEPS.test(loop.field('body')?.text() ?? '');

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
  const duration = /^(?:Duration\.)?(of(?:Millis|Nanos|Seconds|Minutes))\(/.exec(value?.text() ?? '')?.[1];
  const amount = duration === undefined ? value : value?.field('arguments')?.namedChildren()[0];
  const unit = duration ?? /([A-Z]+)$/.exec(value?.next()?.next()?.text() ?? '')?.[1] ?? '';
  const number = numberOf(amount, file);
  return number === null || UNIT_MS[unit] === undefined ? null : number * UNIT_MS[unit];
}
