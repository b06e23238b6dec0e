/** Collects the data of the report: the index, the files' lines, and the git history of each place. */
import { join } from 'node:path';
import type { LeftOut } from '../../contract/scan.ts';
import type { PlaceHistory, ScanReport } from '../../contract/scan-report.ts';
import { gitIn } from '../../scan/history/git.ts';
import { placeHistory } from '../../scan/history/place-history.ts';
import type { Reach } from '../../scan/reach/open-reach.ts';
import { readSource } from '../../scan/read-source.ts';
import type { KnownTest } from '../../scan/report/report-input.ts';
import { scanReport } from '../../scan/report/scan-report.ts';
import type { ProjectScan } from '../../scan/scan-project.ts';
import type { ToolContext } from './tool.ts';

/** For all places together: nobody waits long for a report. */
const MAX_HISTORY_MS = 30_000;
const TOO_LONG: PlaceHistory = { commits: [], limit: 'the time for reading the history was used up' };

export function writeScanReport(
  scan: ProjectScan & { readonly excluded: readonly LeftOut[] },
  { graph, status }: Reach,
  known: readonly KnownTest[],
  { root, caseFlags }: { readonly root: string; readonly caseFlags: string },
  { signal, clock }: ToolContext,
): Promise<ScanReport> {
  const git = gitIn(root, signal);
  const began = clock.currentTimeMillis();
  const histories = new Map<string, Promise<PlaceHistory>>();
  const lines = new Map<string, readonly string[]>();
  return scanReport({
    ...scan,
    tests: status.tests,
    graph,
    known,
    caseFlags,
    linesOf: (file) => {
      let own = lines.get(file);
      if (own === undefined) {
        own = readSource(join(root, file)).text?.split('\n') ?? [];
        lines.set(file, own);
      }
      return own;
    },
    historyOf: (place) => {
      const key = `${place.file} ${place.line}`;
      const before = histories.get(key);
      if (before !== undefined) return before;
      if (clock.currentTimeMillis() - began > MAX_HISTORY_MS) return Promise.resolve(TOO_LONG);
      const history = placeHistory(git, place);
      histories.set(key, history);
      return history;
    },
  });
}
