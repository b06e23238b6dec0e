/** Time in Java tests: how long a wait is. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { textAt } from '../../syntax/node.ts';
import { inMilliseconds } from '../written-text.ts';
import { numberOf } from './literals.ts';

/** `Duration.ofSeconds(3)`; or a number with its unit, which stands behind it among the arguments. */
export function millisecondsOf(value: Node | undefined, file: SourceFile): number | null {
  const duration = /^(?:Duration\.)?(of(?:Millis|Nanos|Seconds|Minutes))\(/.exec(textAt(value))?.[1];
  const amount = duration === undefined ? value : value?.field('arguments')?.namedChildren()[0];
  const unit = duration ?? /([A-Z]+)$/.exec(textAt(value?.next()?.next()))?.[1] ?? '';
  const number = numberOf(amount, file);
  return number === null ? null : inMilliseconds(String(number), unit);
}
