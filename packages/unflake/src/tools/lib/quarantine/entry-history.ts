/** What the history knows about a test since it is in quarantine. */
import { canBeSameFile } from '../../../contract/reported-file.ts';
import type { EntryHistory } from '../../../experiment/quarantine/check-entry.ts';
import type { QuarantineEntry } from '../../../experiment/quarantine/quarantine-entry.ts';
import { historyNameOfId } from '../../../reports/results/history-name.ts';
import type { HistoryStore } from '../../../store/history-port.ts';
import { MAX_ASSESSED, pastResults } from '../history/assess-tests.ts';

export async function entryHistory(history: HistoryStore, entry: QuarantineEntry): Promise<EntryHistory> {
  const name = historyNameOfId(entry.test);
  const test = await history.byName(name);
  if (test === null) {
    return {
      known: false,
      passes: 0,
      failures: 0,
      passesSince: 0,
      renamedTo: null,
      verifiedFixed: false,
      lookedAt: false,
    };
  }
  const fromMs = Date.parse(`${entry.since}T00:00:00Z`);
  const results = pastResults(await history.timeline(test.key, MAX_ASSESSED)).filter(({ atMs }) => atMs >= fromMs);
  const provoked = (await history.provoked(test.key)).filter(({ atMs }) => atMs >= fromMs);
  const lastFailure = results.findLastIndex(({ failed }) => failed);
  const failures = results.filter(({ failed }) => failed).length;
  const isRenamed = test.words !== name.words || !canBeSameFile(name.file, test.file);
  return {
    known: true,
    passes: results.length - failures,
    failures,
    passesSince: results.length - 1 - lastFailure,
    renamedTo: isRenamed ? test.id : null,
    verifiedFixed: isVerifiedFixed(provoked, results[lastFailure]?.atMs ?? 0),
    lookedAt: provoked.some(({ source }) => source === 'diagnose' || source === 'verify'),
  };
}

/** A failure after the proof says that it was no proof. */
function isVerifiedFixed(
  provoked: readonly { readonly source: string; readonly says: string; readonly atMs: number }[],
  lastFailedAtMs: number,
): boolean {
  return provoked.some(({ source, says, atMs }) => source === 'verify' && says === 'fixed' && atMs > lastFailedAtMs);
}
