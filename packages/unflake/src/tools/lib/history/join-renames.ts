/**
 * Finds tests that are older ones under a new name, and joins them. A wrong join mixes two tests for ever, so that it needs a proof: the
 * sources, or enough runs in which one took the other's place.
 */
import { basename } from 'node:path';
import { isWholeFile } from '../../../contract/reported-file.ts';
import type { NamePlace } from '../../../reports/results/history-name.ts';
import type { HistoryStore, RenameCandidate } from '../../../store/history-port.ts';

export interface Renamed {
  readonly from: string;
  readonly to: string;
  readonly why: 'moved' | 'same-body';
}

/** Commits with the new one and without the old, where the sources are not there to tell. A shard that is late comes before that. */
const MIN_COMMITS = 5;

export async function joinRenames(
  store: HistoryStore,
  place: NamePlace,
  hasSources: boolean,
): Promise<readonly Renamed[]> {
  const renamed: Renamed[] = [];
  const gone = new Set<number>();
  const candidates = await store.renameCandidates();
  for (const candidate of candidates) {
    const { from, to } = candidate;
    const rivals = candidates.filter((one) => one.to.key === to.key || one.from.key === from.key);
    const why = whyJoined(candidate, place, hasSources);
    // Two that could both be meant are left alone.
    if (why === null || rivals.length > 1 || gone.has(from.key) || gone.has(to.key)) continue;
    await store.join(to.key, from.key);
    gone.add(to.key);
    gone.add(from.key);
    renamed.push({ from: from.id, to: to.id, why });
  }
  return renamed;
}

function whyJoined(
  { from, to, runsSince }: RenameCandidate,
  place: NamePlace,
  hasSources: boolean,
): Renamed['why'] | null {
  if (from.words === to.words) {
    if (!isWholeFile(from.file) || !isWholeFile(to.file)) return null;
    if (hasSources && place.exists(to.file)) return place.exists(from.file) ? null : 'moved';
    return runsSince >= MIN_COMMITS && basename(from.file) === basename(to.file) ? 'moved' : null;
  }
  // Another test with the same body may stand beside it; then the old name is still in its file.
  if (from.body === null || from.body !== to.body || !hasSources) return null;
  return runsSince >= MIN_COMMITS || !place.exists(from.file) ? 'same-body' : null;
}
