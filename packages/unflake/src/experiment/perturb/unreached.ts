/** A location in the code that draws from a source that no knob controls. Without one, varying draws are evidence against randomness. */
import type { Kind } from '../../contract/cause.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { StaticSource } from '../../contract/static-source.ts';

/** The first such location that none of these knobs controls; null without one. */
export function unreached(
  knobs: readonly KnobChoice[],
  sources: readonly StaticSource[],
  kind: Kind,
): StaticSource | null {
  const own = sources.filter(({ cause }) => cause.kind === kind);
  return own.find((source) => !knobs.some((knob) => isReached(knob, source))) ?? null;
}

function isReached({ reach = [] }: KnobChoice, { rule, code = '' }: StaticSource): boolean {
  const row = reach.find((one) => one.rule === rule);
  return row !== undefined && !row.misses.some((word) => new RegExp(`\\b${word}\\b`).test(code));
}
