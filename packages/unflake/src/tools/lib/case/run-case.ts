/** Runs one case from its request to its end: opens or resumes it, drives the plan, explains, stores. */
import { random } from '@unflake/testkit/random';
import type { Diagnosis } from '../../../contract/diagnosis.ts';
import type { LabEvent } from '../../../contract/events.ts';
import { UnflakeError } from '../../../contract/faults.ts';
import type { Capabilities, RunnerAdapter } from '../../../contract/runner.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { Launch } from '../../../engine/launchers/choose-launcher.ts';
import type { Subject } from '../../../engine/subject/subject.ts';
import { diagnosePlan } from '../../../experiment/diagnose/diagnose.ts';
import type { ResolvedDiagnoseOptions } from '../../../experiment/diagnose/resolved-diagnose-options.ts';
import { busyHostOf } from '../../../experiment/explain/busy-host-note.ts';
import { explain } from '../../../experiment/explain/explain.ts';
import type { Explanation } from '../../../experiment/explain/explanation.ts';
import type { StoredCase } from '../../../store/port.ts';
import { recordDiagnosis } from '../history/record-provoked.ts';
import { indexPath } from '../index-place.ts';
import { type CaseRequest, caseRequest } from './case-request.ts';
import { driveStored, type StoredRun } from './drive-stored.ts';
import { fasterStart } from './faster-start.ts';
import { leftBehind } from './left-behind.ts';
import type { MachineSnapshot } from './machine-snapshot.ts';
import { plainCommands } from './plain-commands.ts';
import { writeDiagnosis } from './write-diagnosis.ts';

/** With the machine that it runs on. */
export type ResolvedCaseRequest = CaseRequest & { readonly machine: MachineSnapshot };

export interface CaseRun extends StoredRun {
  readonly request: ResolvedCaseRequest;
}

export function openNewCase(run: CaseRun, target: TestId, seed: number): Promise<StoredCase> {
  const { subject, store, request, context } = run;
  const newCase = {
    root: subject.root,
    runner: subject.adapter.name,
    test: target,
    seed,
    suite: subject.suite,
    options: request,
    openedAtMs: context.clock.currentTimeMillis(),
  };
  return store.openCase(newCase, random(context.entropy()));
}

const BUILDING: LabEvent = {
  type: 'step',
  phase: 'confirm',
  doing: 'building the tests',
  why: 'a program that is built once starts faster, if it agrees with the runner',
  trials: 0,
};

export async function runCase(run: CaseRun, opened: StoredCase): Promise<Diagnosis> {
  const { subject, workspace, store, request, context } = run;
  const before = caseRequest(opened);
  requireSameSuite(opened, subject);
  const resolved: ResolvedDiagnoseOptions = {
    target: opened.test,
    suite: opened.suite,
    can: capabilities(subject.adapter, request.machine),
    cores: request.machine.cores,
    knobs: request.machine.knobs,
    refused: request.machine.refused,
    jobs: request.jobs,
    trials: request.trials,
    budgetMs: request.minutes * 60_000,
    timeBoxMs: request.timeoutSeconds * 1000,
    random: random(opened.seed),
    protocol: request.protocol,
    sources: request.sources ?? [],
  };
  context.emit({
    type: 'case-opened',
    caseId: opened.id,
    test: opened.test,
    runner: subject.adapter.name,
    seed: opened.seed,
    tests: opened.suite.length,
    recorded: opened.trials,
  });
  const { compiled } = subject.adapter;
  if (compiled !== undefined && compiled.paysAfter === undefined) context.emit(BUILDING);
  const own = {
    caseId: opened.id,
    suite: opened.suite,
    jobs: request.jobs,
    budget: { trials: request.trials, minutes: request.minutes },
    budgetChanged: before.minutes !== request.minutes || before.trials !== request.trials,
  };
  return driveStored(diagnosePlan(resolved), run, own, async ({ findings, seen }, launch) => {
    const spent = findings.stopped === 'budget' ? nearerToItsEnd(request, seen.length, findings.tookMs) : null;
    const explained = explain(resolved, findings, { runner: subject.adapter.name, spent });
    const explanation = withDistrust(explained, subject, launch);
    const written = writeDiagnosis(opened, findings, seen, explanation, run);
    const left = leftBehind(seen, findings, written.verdict, subject, workspace);
    const { name, keeps } = launch.launcher;
    const complete = {
      ...written,
      ...(left.length === 0 ? {} : { leftBehind: left }),
      ...(keeps === 'nothing' ? {} : { launcher: { name, keeps } }),
      ...busyHostOf(seen, opened.test),
    };
    const diagnosis = await withPolluterSources(complete, run);
    const commands = plainCommands(opened, seen, run);
    const closedAtMs = context.clock.currentTimeMillis();
    await store.closeCase(opened.id, { diagnosis, findings: { ...findings, commands } }, closedAtMs);
    const observations = seen.flatMap((result) => result.observations);
    await recordDiagnosis(store.history, diagnosis, observations, closedAtMs);
    context.emit({ type: 'case-closed', caseId: opened.id, verdict: diagnosis.verdict });
    return diagnosis;
  });
}

/** A resumed case must choose the same trials, even if the workers' dependencies were installed meanwhile. */
export function capabilities({ can }: RunnerAdapter, { refused }: MachineSnapshot): Capabilities {
  return refused.some(({ knob }) => knob === 'workers') ? { ...can, workers: false, parallel: false } : can;
}

/** A step that does not fit is not started, so neither budget need be used up completely. */
function nearerToItsEnd({ trials, minutes }: CaseRequest, ran: number, tookMs: number): 'trials' | 'minutes' {
  return ran / trials >= tookMs / (minutes * 60_000) ? 'trials' : 'minutes';
}

/** The scan is loaded only if there is a polluter. */
async function withPolluterSources(diagnosis: Diagnosis, { subject, store, context }: CaseRun): Promise<Diagnosis> {
  if (diagnosis.polluters.length === 0) return diagnosis;
  const { polluterSources } = await import('../polluter-sources.ts');
  const index = indexPath(subject.root, { store: store.address }, context);
  const found = await polluterSources(subject.root, diagnosis.polluters, index, context);
  return found.length === 0 ? diagnosis : { ...diagnosis, polluterSources: found };
}

/** An unused faster launcher is reported as not tried. */
function withDistrust(explanation: Explanation, { adapter }: Subject, { distrust, lacks }: Launch): Explanation {
  const rows = [
    ...(distrust === null ? [] : [{ what: fasterStart(adapter), why: distrust }]),
    ...(lacks ? [lacks] : []),
  ];
  return rows.length === 0 ? explanation : { ...explanation, notTried: [...explanation.notTried, ...rows] };
}

function requireSameSuite(opened: StoredCase, { suite, adapter }: Subject): void {
  const same = opened.suite.length === suite.length && opened.suite.every((test, index) => test === suite[index]);
  if (same && opened.runner === adapter.name) return;
  throw new UnflakeError(
    'CASE_CHANGED',
    `the suite has changed since case ${opened.id} was opened (${opened.suite.length} tests then, ${suite.length} now)`,
    {
      caseId: opened.id,
      testsThen: opened.suite.length,
      testsNow: suite.length,
    },
  );
}
