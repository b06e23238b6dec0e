/** What the plan of `certify` returns; the tool adds ids, places and commands. */
import type { CertificateStatus, CertifyResult } from '../../contract/certificate.ts';
import type { NotTried } from '../../contract/diagnosis.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { FlakyFinding } from '../hunt/hunt-finding.ts';
import type { HuntRecord } from '../hunt/hunt-record.ts';
import type { RunsSoFar } from './count-runs.ts';

export interface CertifiedTest {
  readonly test: TestId;
  readonly status: CertificateStatus;
  readonly runs: RunsSoFar;
  readonly counted: number;
  /** Of counted runs, when none failed. */
  readonly bound: number | null;
  readonly flaky: FlakyFinding | null;
  readonly note: string | null;
}

export interface CertifyFinding {
  readonly record: HuntRecord;
  readonly ended: CertifyResult['ended'];
  readonly tests: readonly CertifiedTest[];
  readonly needed: number;
  readonly notTried: readonly NotTried[];
  /** The time of one run of the suite; null before one has ended. */
  readonly suiteMs: number | null;
}
