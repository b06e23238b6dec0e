/** Puts what unflake itself ran into the history of the tests, labelled with what ran it. It never counts as a failure of CI. */
import type { CertifyResult } from '../../../contract/certificate.ts';
import type { Diagnosis } from '../../../contract/diagnosis.ts';
import type { Count } from '../../../contract/evidence.ts';
import type { HuntResult } from '../../../contract/hunt.ts';
import { isFailure } from '../../../contract/outcome.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { Observation } from '../../../contract/trial.ts';
import type { Verification } from '../../../contract/verification.ts';
import { historyNameOfId } from '../../../reports/results/history-name.ts';
import type { HistoryStore, ProvokedRuns } from '../../../store/history-port.ts';

type Source = ProvokedRuns['source'];

interface Provoked extends Count {
  readonly test: TestId;
  readonly says: string;
}

export async function recordDiagnosis(
  history: HistoryStore,
  { caseId, test, verdict, cause }: Pick<Diagnosis, 'caseId' | 'test' | 'verdict' | 'cause'>,
  observations: readonly Observation[],
  atMs: number,
): Promise<void> {
  const own = observations.filter((one) => one.test === test && one.outcome !== 'skipped' && one.outcome !== 'missing');
  const failures = own.filter(({ outcome }) => isFailure(outcome)).length;
  const says = cause === null ? verdict : `${verdict}: ${cause.family} / ${cause.kind}`;
  await record(history, 'diagnose', caseId, atMs, [{ test, runs: own.length, failures, says }]);
}

/** Of the tests that failed; of the others a hunt says nothing that is not in its bound. */
export async function recordHunt(
  history: HistoryStore,
  { huntId, flaky, broken, unrepeated }: HuntResult,
  atMs: number,
) {
  if (huntId === null) return;
  await record(history, 'hunt', huntId, atMs, [
    ...flaky.map(({ test, arms, kind }) => ({
      test,
      ...sumOf(arms),
      says: kind === null ? 'flaky' : `flaky: ${kind}`,
    })),
    ...broken.map(({ test, failures, runs }) => ({ test, failures, runs, says: 'broken' })),
    ...unrepeated.map(({ test, failures, runs }) => ({ test, failures, runs, says: 'failed once, not repeated' })),
  ]);
}

export async function recordCertificates(
  history: HistoryStore,
  { certificationId, certificates }: CertifyResult,
  atMs: number,
): Promise<void> {
  if (certificationId === null) return;
  const rows = certificates.map(({ test, arms, status }) => ({ test, ...sumOf(arms), says: status }));
  await record(history, 'certify', certificationId, atMs, rows);
}

export async function recordVerification(
  history: HistoryStore,
  verification: Verification,
  atMs: number,
): Promise<void> {
  const { verificationId, test, after, control, verdict } = verification;
  const counts = sumOf(control === null ? [after] : [after, control]);
  await record(history, 'verify', verificationId, atMs, [{ test, ...counts, says: verdict }]);
}

async function record(
  history: HistoryStore,
  source: Source,
  id: string,
  atMs: number,
  provoked: readonly Provoked[],
): Promise<void> {
  for (const { test, says, runs, failures } of provoked)
    await history.addProvoked(historyNameOfId(test), { source, id, atMs, runs, failures, says });
}

const sumOf = (counts: readonly Count[]): Count => ({
  runs: counts.reduce((sum, { runs }) => sum + runs, 0),
  failures: counts.reduce((sum, { failures }) => sum + failures, 0),
});
