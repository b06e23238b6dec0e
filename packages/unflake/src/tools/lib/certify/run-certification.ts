/** Runs one certification from its request to its end: drives the plan, writes the certificates, stores them. */
import { random } from '@unflake/testkit/random';
import type { CertifyResult } from '../../../contract/certificate.ts';
import { isFault, UnflakeError } from '../../../contract/faults.ts';
import { driveCase } from '../../../engine/drive/drive-case.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';
import { certifyPlan } from '../../../experiment/certify/certify.ts';
import type { ResolvedCertifyOptions } from '../../../experiment/certify/certify-options.ts';
import type { Store, StoredCertification } from '../../../store/port.ts';
import type { LaunchAhead } from '../case/launch-ahead.ts';
import { capabilities } from '../case/run-case.ts';
import type { CasePrinting } from '../case/write-diagnosis.ts';
import type { ToolContext } from '../tool.ts';
import { type CertifyRequest, certifyRequest } from './certify-request.ts';
import { writeCertificates } from './write-certificates.ts';

export interface CertificationRun extends CasePrinting {
  readonly workspace: TrialWorkspace;
  readonly store: Store;
  readonly request: CertifyRequest;
  readonly context: ToolContext;
  /** When work on it started, by `monotonicMs`. */
  readonly beganAt: number;
  readonly ahead: LaunchAhead;
}

/** Share of the time for one more run of the whole suite. */
const SUITE_SHARE = 0.05;

/** It stays resumable whatever happens. */
export async function runCertification(run: CertificationRun, opened: StoredCertification): Promise<CertifyResult> {
  const { subject, store, request, context } = run;
  const before = certifyRequest(opened);
  requireSameSuite(opened, run);
  context.emit({
    type: 'certification-opened',
    certificationId: opened.id,
    runner: subject.adapter.name,
    seed: opened.seed,
    tests: request.tests.length,
    recorded: opened.trials,
  });
  try {
    const launch = await run.ahead.launch;
    const finding = await driveCase(certifyPlan(resolved(run, opened)), {
      subject: launch.subject,
      workspace: { ...run.workspace, launcher: launch.launcher },
      machine: run.machine,
      outside: run.ahead.outside,
      store,
      caseId: opened.id,
      jobs: request.jobs,
      budget: { trials: Number.MAX_SAFE_INTEGER, minutes: request.minutes },
      budgetChanged: before.minutes !== request.minutes,
      emit: context.emit,
      signal: context.signal,
      clock: context.clock,
      beganAt: run.beganAt,
    });
    const result = writeCertificates(opened, finding, request, run);
    store.closeCertification(opened.id, result, context.clock.currentTimeMillis());
    const certified = result.certificates.filter(({ status }) => status === 'certified').length;
    context.emit({ type: 'certification-closed', certificationId: opened.id, certified });
    return result;
  } catch (error) {
    // A full disk may refuse this too; the first fault is the one to report.
    try {
      store.releaseCase(opened.id);
    } catch (second) {
      if (!isFault(second)) throw second;
    }
    throw error;
  }
}

function resolved({ subject, request }: CertificationRun, opened: StoredCertification): ResolvedCertifyOptions {
  const { machine, jobs, minutes, firstMinutes, timeoutSeconds, rate, confidence, tests } = request;
  return {
    suite: opened.suite,
    wanted: tests.map(({ test }) => test),
    can: capabilities(subject.adapter, machine),
    knobs: machine.knobs,
    refused: machine.refused,
    cores: machine.cores,
    jobs,
    budgetMs: minutes * 60_000,
    suiteMs: SUITE_SHARE * firstMinutes * 60_000,
    timeBoxMs: timeoutSeconds * 1000,
    rate,
    confidence,
    plausible: new Map(tests.filter(({ knobs }) => knobs.length > 0).map(({ test, knobs }) => [test, knobs])),
    random: random(opened.seed),
  };
}

function requireSameSuite({ id, suite }: StoredCertification, { subject }: CertificationRun): void {
  const now = subject.suite;
  if (now.length === suite.length && now.every((test, at) => test === suite[at])) return;
  throw new UnflakeError('CASE_CHANGED', `the suite has changed since certification ${id} was opened`, {
    caseId: id,
    testsThen: suite.length,
    testsNow: now.length,
  });
}
