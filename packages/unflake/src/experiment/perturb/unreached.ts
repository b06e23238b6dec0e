/** A place on the test's way that draws from something which no draw of ours decides. Without such a place, draws that vary speak against it. */
import type { Kind } from '../../contract/cause.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { StaticSource } from '../../contract/static-source.ts';

/** The first of its kind that none of these knobs reaches; null when there is none. */
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
