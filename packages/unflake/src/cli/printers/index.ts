/** The printer for each command's result, loaded on demand. A command without one prints its result as JSON. */
import type { Diagnosis } from '../../contract/diagnosis.ts';
import type { Verification } from '../../contract/verification.ts';
import type { DistResult } from '../../tools/env-dist.ts';
import type {
  EnvCleanResult,
  EnvGraphResult,
  EnvHelpersResult,
  EnvRunResult,
  EnvStatusResult,
  EnvWithResult,
} from '../../tools/lib/env/results.ts';
import type { HistoryResultPage, IngestResult, PruneResult } from '../../tools/lib/history/results.ts';
import type { HuntsResult } from '../../tools/lib/hunts-result.ts';
import type {
  QuarantineChangeResult,
  QuarantineCheckResult,
  QuarantineGateResult,
  QuarantineListResult,
} from '../../tools/lib/quarantine/results.ts';
import type { CaseResult, ConfigStatusResult, StatusResult } from '../../tools/lib/status-results.ts';
import type { StoreCopyResult, StoreStatusResult } from '../../tools/lib/store-results.ts';
import type {
  CasesResult,
  DoctorResult,
  IndexResult,
  IndexStatusResult,
  ListResult,
  ReplayResult,
  SearchResult,
} from '../../tools/lib/tool-results.ts';
import type { WorkerResult, WorkersResult } from '../../tools/lib/workers/results.ts';
import type { TerminalStyle } from '../terminal-style.ts';
import { NO_FILES, type Printer } from './printer.ts';

const PRINTERS: Readonly<Record<string, () => Promise<Printer>>> = {
  diagnose: async () => only<Diagnosis>((await import('./diagnosis-text.ts')).diagnosisText),
  hunt: async () => (await import('./hunt.ts')).huntPrinter as Printer,
  'hunt merge': async () => (await import('./hunt.ts')).huntPrinter as Printer,
  certify: async () => (await import('./certify.ts')).certifyPrinter as Printer,
  ingest: async () => only<IngestResult>((await import('./ingest-text.ts')).ingestText),
  history: async () => only<HistoryResultPage>((await import('./history-text.ts')).historyText),
  'history prune': async () => only<PruneResult>((await import('./history-text.ts')).pruneText),
  'quarantine add': async () => only<QuarantineChangeResult>((await quarantine()).quarantineAddText),
  'quarantine remove': async () => only<QuarantineChangeResult>((await quarantine()).quarantineRemoveText),
  'quarantine list': async () => only<QuarantineListResult>((await quarantine()).quarantineListText),
  'quarantine check': async () => only<QuarantineCheckResult>((await quarantine()).quarantineCheckText),
  'quarantine gate': async () => only<QuarantineGateResult>((await quarantine()).quarantineGateText),
  scan: async () => (await import('./scan.ts')).scanPrinter as Printer,
  index: async () => only<IndexResult>((await import('./index-text.ts')).indexText),
  'index-status': async () => only<IndexStatusResult>((await import('./index-text.ts')).indexStatusText),
  search: async () => only<SearchResult>((await import('./search-text.ts')).searchText),
  'env run': async () => only<EnvRunResult>((await import('./env-run-text.ts')).envRunText),
  'env status': async () => only<EnvStatusResult>((await import('./env-status-text.ts')).envStatusText),
  'env explain': async () => only<EnvStatusResult>((await import('./env-status-text.ts')).envExplainText),
  'env clean': async () => only<EnvCleanResult>((await import('./env-text.ts')).envCleanText),
  'env graph': async () => only<EnvGraphResult>((await import('./env-text.ts')).envGraphText),
  'env validate': async () => (await import('./scan.ts')).scanPrinter as Printer,
  'env dist': async () => only<DistResult>((await import('./env-dist-text.ts')).envDistText),
  'env with': async () => only<EnvWithResult>((await import('./env-text.ts')).envWithText),
  'env helpers': async () => only<EnvHelpersResult>((await import('./env-text.ts')).envHelpersText),
  status: async () => only<StatusResult>((await import('./status-text.ts')).statusText),
  'config-status': async () => only<ConfigStatusResult>((await import('./status-text.ts')).configStatusText),
  case: async () => only<CaseResult>((await import('./case-text.ts')).caseText),
  list: async () => only<ListResult>((await import('./list-text.ts')).listText),
  cases: async () => only<CasesResult>((await import('./cases-text.ts')).casesText),
  hunts: async () => only<HuntsResult>((await import('./hunts-text.ts')).huntsText),
  doctor: async () => only<DoctorResult>((await import('./doctor-text.ts')).doctorText),
  replay: async () => only<ReplayResult>((await import('./replay-text.ts')).replayText),
  verify: async () => only<Verification>((await import('./verification-text.ts')).verificationText),
  'store status': async () => only<StoreStatusResult>((await import('./store-text.ts')).storeStatusText),
  'store migrate': async () => only<StoreStatusResult>((await import('./store-text.ts')).storeStatusText),
  'store copy': async () => only<StoreCopyResult>((await import('./store-text.ts')).storeCopyText),
  worker: async () => only<WorkerResult>((await import('./workers-text.ts')).workerText),
  workers: async () => only<WorkersResult>((await import('./workers-text.ts')).workersText),
  report: async () => (await import('./report.ts')).reportPrinter as Printer,
  demo: async () => (await import('./demo.ts')).demoPrinter as Printer,
};

const quarantine = () => import('./quarantine-text.ts');

const asJson: Printer = { text: (result) => `${JSON.stringify(result, null, 2)}\n`, files: NO_FILES };

export async function printerFor(command: string): Promise<Printer> {
  const load = PRINTERS[command];
  return load ? load() : asJson;
}

// The cast is safe: the registry pairs a command with its tool, so the result has the printer's type.
function only<Result>(text: (result: Result, style: TerminalStyle) => string): Printer {
  return { text: text as Printer['text'], files: NO_FILES };
}
