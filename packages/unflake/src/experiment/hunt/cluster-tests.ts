/** Groups flaky tests that probably share a cause: the same test before them, the same knob, or the same failure. */
import type { HuntCluster } from '../../contract/hunt.ts';
import { fingerprintOf } from '../event-of.ts';
import type { FlakyFinding } from './hunt-finding.ts';
import type { HuntRecord } from './hunt-record.ts';

export type ClusterDraft = Pick<HuntCluster, 'id' | 'why' | 'tests' | 'representative'>;

/** The largest first. Each flaky test is in exactly one. */
export function clusterTests(flaky: readonly FlakyFinding[], record: HuntRecord): readonly ClusterDraft[] {
  const groups = new Map<string, { readonly why: string; readonly members: FlakyFinding[] }>();
  for (const one of flaky) {
    const { key, why } = shared(one, record);
    const group = groups.get(key) ?? { why, members: [] };
    group.members.push(one);
    groups.set(key, group);
  }
  return [...groups.values()]
    .toSorted((a, b) => b.members.length - a.members.length)
    .map(({ why, members }, at) => ({
      id: `k-${at + 1}`,
      why,
      tests: members.map(({ test }) => test),
      representative: members[0]!.test,
    }));
}

function shared({ test, kind, failing }: FlakyFinding, record: HuntRecord): { key: string; why: string } {
  const others = failing.before.filter((other) => other !== test);
  const knobs = Object.keys(failing.conditions);
  if (knobs.length > 0)
    return { key: `knob ${knobs.join(' ')}`, why: `fail under other settings of ${knobs.join(', ')}` };
  if (kind === 'victim') return { key: `after ${others.join('\n')}`, why: afterText(others) };
  const [failure] = record.failuresOf(test);
  const failureClass = failure === undefined ? '' : fingerprintOf(failure.observation).split('-').slice(0, 3).join('-');
  return { key: `${kind} ${failureClass}`, why: `${kind ?? 'intermittent'}, with the same failure` };
}

function afterText(others: readonly string[]): string {
  return others.length === 1 ? `fail after ${others[0]}` : `fail after the same ${others.length} tests`;
}
