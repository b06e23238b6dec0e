/** Sources in the code that several flaky tests reach, where the arm under which a test failed suggests such a cause. */
import type { Cause, Family, Kind } from '../../contract/cause.ts';
import { CAUSES } from '../../contract/cause.ts';
import type { ReachedSource } from '../../contract/static-source.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { FlakyFinding } from './hunt-finding.ts';

export interface SharedSource {
  readonly source: ReachedSource;
  readonly members: FlakyFinding[];
}

/** Those of the most tests first; a test belongs to one. */
export function sharedSources(
  flaky: readonly FlakyFinding[],
  sources: ReadonlyMap<TestId, readonly ReachedSource[]>,
): readonly SharedSource[] {
  const found: SharedSource[] = [];
  for (let left = flaky; ; ) {
    const byPlace = new Map<string, SharedSource>();
    for (const one of left)
      for (const source of sources.get(one.test) ?? []) {
        if (!suits(source.cause, one.kind)) continue;
        const key = `${source.rule} ${source.file}:${source.line}`;
        const group = byPlace.get(key) ?? { source, members: [] };
        if (!group.members.includes(one)) group.members.push(one);
        byPlace.set(key, group);
      }
    const largest = [...byPlace.values()].reduce<SharedSource | null>(
      (best, one) => (best === null || one.members.length > best.members.length ? one : best),
      null,
    );
    if (largest === null || largest.members.length < 2) return found;
    found.push(largest);
    left = left.filter((one) => !largest.members.includes(one));
  }
}

/** Both read the same clock. */
const OF_A_CLOCK: readonly Kind[] = ['date', 'time-zone'];
/** What a test shows that fails now and then, whatever the arm. */
const AT_ANY_TIME: readonly Family[] = ['nondeterminism', 'timing', 'shared-state'];

function suits({ family, kind }: Cause, shown: Kind | null): boolean {
  if (shown === null) return AT_ANY_TIME.includes(family);
  if (kind === shown) return true;
  if (OF_A_CLOCK.includes(kind)) return OF_A_CLOCK.includes(shown);
  const isSame = (one: Family) => family === one && (CAUSES[one] as readonly Kind[]).includes(shown);
  return isSame('ordering') || isSame('timing');
}
