/** Runs one certification from its request to its end: drives the plan, writes the certificates, stores them. */

import { random } from '@unflake/testkit/random';
import type { CertifyResult } from '../../../contract/certificate.ts';
import { UnflakeError } from '../../../contract/faults.ts';
import { certifyPlan } from '../../../experiment/certify/certify.ts';
import type { ResolvedCertifyOptions } from '../../../experiment/certify/certify-options.ts';
import type { StoredCertification } from '../../../store/port.ts';
import { driveStored, type StoredRun } from '../case/drive-stored.ts';
import { capabilities } from '../case/run-case.ts';
import { recordCertificates } from '../history/record-provoked.ts';
import { type CertifyRequest, certifyRequest } from './certify-request.ts';
import { writeCertificates } from './write-certificates.ts';

export interface CertificationRun extends StoredRun {
  readonly request: CertifyRequest;
}

/** Share of the time for one more run of the whole suite. */
const SUITE_SHARE = 0.05;

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
  const own = {
    caseId: opened.id,
    suite: opened.suite,
    // Only counted trials are asked for together.
    jobs: Math.max(request.jobs, request.countedAtOnce ?? 1),
    budget: { trials: Number.MAX_SAFE_INTEGER, minutes: request.minutes },
    budgetChanged: before.minutes !== request.minutes,
  };
  return driveStored(certifyPlan(resolved(run, opened)), run, own, async (finding) => {
    const result = writeCertificates(opened, finding, request, run);
    const closedAtMs = context.clock.currentTimeMillis();
    await store.closeCertification(opened.id, result, closedAtMs);
    await recordCertificates(store.history, result, closedAtMs);
    const certified = result.certificates.filter(({ status }) => status === 'certified').length;
    context.emit({ type: 'certification-closed', certificationId: opened.id, certified });
    return result;
  });
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
    ...(request.ahead === undefined ? {} : { ahead: request.ahead }),
    ...(request.countedAtOnce === undefined ? {} : { countedAtOnce: request.countedAtOnce }),
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
