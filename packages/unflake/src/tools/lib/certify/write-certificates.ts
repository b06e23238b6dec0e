/** Joins what the plan decided with ids, places, counts and commands, in the shape that `--json` prints. */
import type { Certificate, CertifyResult, FlakyEvidence } from '../../../contract/certificate.ts';
import type { Diagnosis } from '../../../contract/diagnosis.ts';
import type { TestId } from '../../../contract/test-id.ts';
import { printedCommand } from '../../../engine/trial/printed-command.ts';
import type { CertifiedTest, CertifyFinding } from '../../../experiment/certify/certify-finding.ts';
import type { HuntRecord } from '../../../experiment/hunt/hunt-record.ts';
import type { StoredCertification } from '../../../store/port.ts';
import { quoteWord, shellLine } from '../../../text/shell-line.ts';
import type { CasePrinting } from '../case/write-diagnosis.ts';
import { diagnoseLine } from '../diagnose-line.ts';
import { armCounts } from '../hunt/write-hunt.ts';
import type { CertifyRequest } from './certify-request.ts';

export function writeCertificates(
  opened: StoredCertification,
  finding: CertifyFinding,
  request: CertifyRequest,
  printing: CasePrinting,
): CertifyResult {
  const { rate, confidence, commit, since, leftOut } = request;
  const { ended, needed, notTried } = finding;
  const certificates = finding.tests.map((one, at) =>
    certificate(one, request.tests[at]!, opened, finding, request, printing),
  );
  return {
    certificationId: opened.id,
    runner: opened.runner,
    seed: opened.seed,
    commit,
    since,
    asked: { rate, confidence, runs: needed },
    ended,
    certificates,
    leftOut,
    cost: costOf(finding),
    notTried,
    next: nextCommand(opened, certificates, ended, request, printing),
  };
}

function certificate(
  { test, status, runs, counted, bound, flaky, note }: CertifiedTest,
  { why, place }: CertifyRequest['tests'][number],
  opened: StoredCertification,
  { record }: CertifyFinding,
  { confidence }: CertifyRequest,
  printing: CasePrinting,
): Certificate {
  const { processes, forks, forkedFrom, repeats, turned } = runs;
  return {
    test,
    status,
    why,
    place,
    runs: { processes, forks, forkedFrom, counted, repeats, turned },
    failures: record.total(test).failures,
    bound: bound === null ? null : { rate: bound, confidence },
    arms: armCounts(test, flaky?.arm ?? '', record),
    flaky: flaky === null ? null : evidence(flaky, opened, record, printing),
    note: note ?? (status === 'broken' ? messageOf(test, record) : null),
  };
}

function evidence(
  { test, kind, arm, failing, needs, trial, plain }: NonNullable<CertifiedTest['flaky']>,
  { id }: StoredCertification,
  record: HuntRecord,
  { subject, machine, within, caseFlags }: CasePrinting,
): FlakyEvidence {
  const command = plain === null ? null : printedCommand(plain.trial, subject, machine);
  // A second run finds what the first has left.
  const times = failing.conditions.tmp === 'shared' ? ' --times 2' : '';
  const replay = `unflake replay ${id} --trial ${trial} --test ${quoteWord(test)}${times}${caseFlags}`;
  return {
    kind,
    arm,
    after: kind === 'brittle' ? needs : failing.before,
    conditions: failing.conditions,
    message: messageOf(test, record),
    reproduce:
      command === null ? { fails: replay, confirmed: false } : { fails: shellLine(within(command)), confirmed: true },
    caseId: null,
    verdict: null,
  };
}

/** With the cases that were opened for flaky tests. */
export function withDiagnoses(
  result: CertifyResult,
  cases: ReadonlyMap<TestId, Diagnosis>,
  diagnoseLineOf: (test: TestId) => string,
): CertifyResult {
  const certificates = result.certificates.map((one) => {
    const diagnosis = cases.get(one.test);
    if (one.flaky === null || diagnosis === undefined) return one;
    return { ...one, flaky: { ...one.flaky, caseId: diagnosis.caseId, verdict: diagnosis.verdict } };
  });
  const flaky = certificates.filter(({ status }) => status === 'flaky');
  const left = flaky.filter(({ test }) => !cases.has(test));
  const row = { what: `diagnosing ${left.length} of ${flaky.length} flaky tests`, why: 'the budget was spent' };
  const notTried = left.length === 0 ? result.notTried : [...result.notTried, row];
  const next = left.length === 0 ? null : diagnoseLineOf(left[0]!.test);
  return { ...result, certificates, notTried, next };
}

const messageOf = (test: TestId, record: HuntRecord): string | null =>
  record.failuresOf(test).find(({ observation }) => observation.message !== undefined)?.observation.message ?? null;

function costOf({ record: { seen }, suiteMs }: CertifyFinding): CertifyResult['cost'] {
  const trialMs = seen.reduce((sum, { ms }) => sum + ms, 0);
  return {
    trials: seen.length,
    testExecutions: seen.reduce((sum, { trial }) => sum + trial.tests.length * trial.repeat, 0),
    wallMs: Math.max(0, ...seen.map(({ atMs }) => atMs)),
    suiteRuns: suiteMs === null ? null : trialMs / Math.max(1, suiteMs),
  };
}

function nextCommand(
  { id }: StoredCertification,
  certificates: readonly Certificate[],
  ended: CertifyResult['ended'],
  request: CertifyRequest,
  printing: CasePrinting,
): string | null {
  const flaky = certificates.find(({ status }) => status === 'flaky');
  if (flaky !== undefined) return diagnoseLine(flaky.test, request, printing);
  return ended === 'done' ? null : `unflake certify --resume ${id}${printing.caseFlags}`;
}
