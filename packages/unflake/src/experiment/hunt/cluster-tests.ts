/**
 * Groups flaky tests that probably share a cause. What trials have shown comes first: the same tests before them. Then the same source of
 * flakiness in the code that they reach, where the arm suggests such a cause; then the same knob, or the same failure.
 */
import type { HuntCluster } from '../../contract/hunt.ts';
import type { ReachedSource } from '../../contract/static-source.ts';
import type { TestId } from '../../contract/test-id.ts';
import { fingerprintOf } from '../event-of.ts';
import type { FlakyFinding } from './hunt-finding.ts';
import type { HuntRecord } from './hunt-record.ts';
import { sharedSources } from './shared-sources.ts';

export type ClusterDraft = Pick<HuntCluster, 'id' | 'why' | 'tests' | 'representative' | 'source'>;

interface Group {
  readonly why: string;
  readonly source: ReachedSource | null;
  readonly members: FlakyFinding[];
}

/** The largest first. Each flaky test is in exactly one. */
export function clusterTests(
  flaky: readonly FlakyFinding[],
  record: HuntRecord,
  sources: ReadonlyMap<TestId, readonly ReachedSource[]>,
): readonly ClusterDraft[] {
  const alike = grouped(flaky, record);
  const polluted = [...alike].filter(([key, { members }]) => key.startsWith(AFTER) && members.length > 1);
  const decided = new Set(polluted.flatMap(([, { members }]) => members));
  const bySource = sharedSources(
    flaky.filter((one) => !decided.has(one)),
    sources,
  ).map(({ source, members }): Group => ({ why: sourceText(members, source, record), source, members }));
  for (const { members } of bySource) for (const one of members) decided.add(one);
  const rest = grouped(
    flaky.filter((one) => !decided.has(one)),
    record,
  );
  return [...polluted.map(([, group]) => group), ...bySource, ...rest.values()]
    .toSorted((a, b) => b.members.length - a.members.length)
    .map(({ why, source, members }, at) => ({
      id: `k-${at + 1}`,
      why,
      source,
      tests: members.map(({ test }) => test),
      representative: members[0]!.test,
    }));
}

function grouped(flaky: readonly FlakyFinding[], record: HuntRecord): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const one of flaky) {
    const { key, why } = shared(one, record);
    const group = groups.get(key) ?? { why, source: null, members: [] };
    group.members.push(one);
    groups.set(key, group);
  }
  return groups;
}

const AFTER = 'after ';

function shared({ test, kind, failing }: FlakyFinding, record: HuntRecord): { key: string; why: string } {
  const others = failing.before.filter((other) => other !== test);
  const knobs = Object.keys(failing.conditions);
  if (knobs.length > 0)
    return { key: `knob ${knobs.join(' ')}`, why: `fail under other settings of ${knobs.join(', ')}` };
  if (kind === 'victim') return { key: `${AFTER}${others.join('\n')}`, why: afterText(others) };
  const [failure] = record.failuresOf(test);
  const failureClass = failure === undefined ? '' : fingerprintOf(failure.observation).split('-').slice(0, 3).join('-');
  return { key: `${kind} ${failureClass}`, why: `${kind ?? 'intermittent'}, with the same failure` };
}

function afterText(others: readonly string[]): string {
  return others.length === 1 ? `fail after ${others[0]}` : `fail after the same ${others.length} tests`;
}

/** What they share besides the source is said where all of them do. */
function sourceText(members: readonly FlakyFinding[], { rule, file, line }: ReachedSource, record: HuntRecord): string {
  const reach = `reach ${rule} at ${file}:${line}`;
  const [only, another] = new Set(members.map((one) => shared(one, record).why));
  return another === undefined ? `${only}, and ${reach}` : reach;
}
