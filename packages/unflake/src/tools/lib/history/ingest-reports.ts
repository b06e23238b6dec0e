/** Puts the reports of runs into the history. A report is read to its end before anything of it is written, so that a broken one leaves nothing. */
import { outageOf } from '../../../experiment/history/outage.ts';
import type { NamePlace } from '../../../reports/results/history-name.ts';
import type {
  FileRecord,
  HistoryResult,
  HistoryRun,
  HistoryStore,
  RunRecord,
  StoredRun,
} from '../../../store/history-port.ts';
import { historyResults } from './history-results.ts';
import { reportPlace } from './name-place.ts';
import { type BrokenReport, type OpenedReport, openReport, readReport } from './read-report.ts';

export interface RunReports {
  readonly run: Omit<HistoryRun, 'atMs'> & { readonly atMs: number | null };
  /** Absolute. */
  readonly files: readonly string[];
}

export interface IngestOptions {
  readonly place: NamePlace;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

export interface IngestedRun {
  readonly run: StoredRun;
  /** Results of this call. */
  readonly added: number;
}

export interface Ingested {
  readonly runs: readonly IngestedRun[];
  /** Whole files that were new to their run. */
  readonly files: number;
  /** Files that had been counted before. */
  readonly known: number;
  readonly results: number;
  readonly broken: readonly BrokenReport[];
}

/** A transaction writes each page once, however many of its rows change, so that more are faster. */
const RESULTS_AT_ONCE = 10_000;
/** Of a large report, whose tests are mostly different ones. What waits is held in memory twice, as it is read and as it is written. */
const LARGE_RESULTS_AT_ONCE = 2_500;
/** A larger file is read twice, once to see that it is whole, so that its results need not wait in memory. */
const SMALL_BYTES = 8 * 1024 * 1024;

export async function ingestReports(
  store: HistoryStore,
  reports: readonly RunReports[],
  options: IngestOptions,
): Promise<Ingested> {
  const ingest = new Ingest(store, options);
  for (const one of reports) await ingest.addRun(one);
  return await ingest.finish();
}

class Ingest {
  readonly #store: HistoryStore;
  readonly #options: IngestOptions;
  readonly #broken: BrokenReport[] = [];
  readonly #runs = new Map<number, IngestedRun>();
  #pending: RunRecord[] = [];
  #waiting = 0;
  #ended = 0;
  #known = 0;

  constructor(store: HistoryStore, options: IngestOptions) {
    this.#store = store;
    this.#options = options;
  }

  async addRun({ run, files }: RunReports): Promise<void> {
    const setUp = new Map<string, number>();
    let dated: HistoryRun | null = null;
    let records: FileRecord[] = [];
    const put = (isLast: boolean): void => {
      if (dated === null) return;
      const incident = isLast
        ? (totals: { executed: number; failures: number }) => outageOf({ ...totals, setUp })
        : undefined;
      this.#pending.push({ run: dated, files: records, incident });
      records = [];
    };
    for (const path of files) {
      this.#options.signal.throwIfAborted();
      const opened = await openReport(path);
      if ('why' in opened) {
        this.#broken.push(opened);
        continue;
      }
      dated ??= { ...run, atMs: Math.round(run.atMs ?? opened.atMs ?? this.#options.nowMs) };
      const why = await this.#parts(opened, async (part) => {
        records.push(part);
        countSetUp(part.results, setUp);
        this.#waiting += part.results.length;
        this.#ended += part.isEnd ? 1 : 0;
        if (this.#waiting < (opened.bytes > SMALL_BYTES ? LARGE_RESULTS_AT_ONCE : RESULTS_AT_ONCE)) return;
        put(false);
        await this.#write();
      });
      if (why !== null) this.#broken.push(why);
    }
    put(true);
  }

  async finish(): Promise<Ingested> {
    await this.#write();
    const runs = [...this.#runs.values()];
    const results = runs.reduce((sum, { added }) => sum + added, 0);
    return { runs, files: this.#ended - this.#known, known: this.#known, results, broken: this.#broken };
  }

  /** A broken file has no part. */
  async #parts(report: OpenedReport, onPart: (part: FileRecord) => Promise<void>): Promise<BrokenReport | null> {
    const place = reportPlace(this.#options.place, report.path);
    // Packages can have reports of equal content, which are about different tests.
    const sha = place.inPackage === '' ? report.sha : `${report.sha} ${place.inPackage}`;
    let from = 0;
    let results: HistoryResult[] = [];
    const passOn = async (isEnd: boolean): Promise<void> => {
      const part = { sha, from, results, isEnd };
      from += results.length;
      results = [];
      await onPart(part);
    };
    const isSmall = report.bytes <= SMALL_BYTES;
    if (!isSmall) {
      const why = await readReport(report, async () => this.#options.signal.throwIfAborted());
      if (why !== null) return why;
    }
    const why = await readReport(report, async (found) => {
      for (const one of found) results.push(...historyResults(one, place));
      this.#options.signal.throwIfAborted();
      if (!isSmall && results.length >= LARGE_RESULTS_AT_ONCE) await passOn(false);
    });
    if (why === null) await passOn(true);
    return why;
  }

  async #write(): Promise<void> {
    const records = this.#pending;
    this.#pending = [];
    this.#waiting = 0;
    for (const { run, added, knownFiles } of await this.#store.record(records)) {
      this.#known += knownFiles;
      this.#runs.set(run.id, { run, added: added + (this.#runs.get(run.id)?.added ?? 0) });
    }
  }
}

function countSetUp(results: readonly HistoryResult[], setUp: Map<string, number>): void {
  for (const { outcome, fingerprint } of results) {
    if (outcome === 'errored' && fingerprint !== null) setUp.set(fingerprint, (setUp.get(fingerprint) ?? 0) + 1);
  }
}
