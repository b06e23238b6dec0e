/** What the tools answer, by name: the types of the service itself, so that the pages and the JSON cannot differ. */
import type { CertifyAnswer } from '../../../unflake/src/contract/certificate.ts';
import type { Diagnosis } from '../../../unflake/src/contract/diagnosis.ts';
import type { Verification } from '../../../unflake/src/contract/verification.ts';
import type { HistoryResultPage } from '../../../unflake/src/tools/lib/history/results.ts';
import type { HuntsResult } from '../../../unflake/src/tools/lib/hunts-result.ts';
import type { QuarantineCheckResult, QuarantineListResult } from '../../../unflake/src/tools/lib/quarantine/results.ts';
import type { CaseResult, StatusResult } from '../../../unflake/src/tools/lib/status-results.ts';
import type {
  CasesResult,
  HuntReport,
  ListResult,
  ReplayResult,
  ReportResult,
  ScanResult,
} from '../../../unflake/src/tools/lib/tool-results.ts';
import type { WorkersResult } from '../../../unflake/src/tools/lib/workers/results.ts';

export interface Results {
  readonly status: StatusResult;
  readonly cases: CasesResult;
  readonly case: CaseResult;
  readonly report: ReportResult;
  readonly hunts: HuntsResult;
  readonly hunt: HuntReport;
  readonly scan: ScanResult;
  readonly list_tests: ListResult;
  readonly history: HistoryResultPage;
  readonly quarantine_list: QuarantineListResult;
  readonly quarantine_check: QuarantineCheckResult;
  readonly workers: WorkersResult;
  readonly diagnose: Diagnosis;
  readonly certify: CertifyAnswer;
  readonly verify: Verification;
  readonly replay: ReplayResult;
}

export type ToolName = keyof Results;
export type Input = Readonly<Record<string, unknown>>;

export interface Health {
  readonly version: string;
  readonly calls: { readonly size: number; readonly max: number };
  readonly uptimeMs: number;
  readonly allow: readonly string[];
  readonly dashboard: 'actions' | 'read-only';
}
