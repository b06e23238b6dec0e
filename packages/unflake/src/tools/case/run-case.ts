/** Runs one case from its request to its end: opens or resumes it, drives the plan, explains, stores. */
import { dirname, join } from 'node:path';
import { random } from '@unflake/testkit/random';
import type { CaseRecord } from '../../contract/case-record.ts';
import type { Diagnosis } from '../../contract/diagnosis.ts';
import type { LabEvent } from '../../contract/events.ts';
import { isFault, UnflakeError } from '../../contract/faults.ts';
import type { Capabilities, RunnerAdapter } from '../../contract/runner.ts';
import type { StaticSource } from '../../contract/static-source.ts';
import type { TestId } from '../../contract/test-id.ts';
import { driveCase } from '../../engine/drive/drive-case.ts';
import { type KnobsHere, knobsHere } from '../../engine/knobs/knob-choices.ts';
import { refusesOrdinaryUser } from '../../engine/knobs/ordinary-user.ts';
import { chooseLauncher, type Launch, type LaunchRequest } from '../../engine/launchers/choose-launcher.ts';
import { thisMachine } from '../../engine/machine.ts';
import { type OutsideWatch, watchOutside } from '../../engine/outside/watch-outside.ts';
import type { Subject } from '../../engine/subject/subject.ts';
import type { TrialWorkspace } from '../../engine/trial-workspace.ts';
import { diagnosePlan } from '../../experiment/diagnose/diagnose.ts';
import type { Protocol, ResolvedDiagnoseOptions } from '../../experiment/diagnose/resolved-diagnose-options.ts';
import { type Explanation, explain } from '../../experiment/explain/explain.ts';
import type { Store, StoredCase } from '../../store/port.ts';
import type { ToolContext } from '../tool.ts';
import { caseRecord } from './case-record.ts';
import type { CaseSubject } from './case-request.ts';
import { leftBehind } from './left-behind.ts';
import { plainCommands } from './plain-commands.ts';
import { type PrintOptions, writeDiagnosis } from './write-diagnosis.ts';

/** What a resumed run must repeat; stored with the case. */
export interface CaseOptions {
  readonly trials: number;
  readonly minutes: number;
  readonly jobs: number;
  readonly timeoutSeconds: number;
  readonly protocol: Protocol;
  /** The cores and knobs of this machine when the case was opened. */
  readonly machine: MachineSnapshot;
  /** What the scan found in the code that the target reaches; absent in older cases. */
  readonly sources?: readonly StaticSource[];
}

export interface MachineSnapshot extends KnobsHere {
  readonly cores: number;
}

export function snapshotMachine(subject: Subject, workspace: TrialWorkspace): MachineSnapshot {
  const { name, can, withoutWorkers } = subject.adapter;
  const none = can.workers ? null : { why: 'this runner cannot set their number', enable: null };
  const ordinaryUser = refusesOrdinaryUser(subject, workspace);
  const machine = { ...thisMachine(name), withoutWorkers: withoutWorkers ?? none, ordinaryUser };
  return { cores: machine.cores, ...knobsHere(machine) };
}

export interface CaseRun extends PrintOptions {
  readonly subject: Subject;
  readonly workspace: TrialWorkspace;
  readonly store: Store;
  readonly options: CaseOptions;
  readonly context: ToolContext;
  /** When work on it started, by `monotonicMs`. */
  readonly beganAt: number;
  readonly launch: Promise<Launch>;
  readonly outside: OutsideWatch;
}

/** Chosen while the case is opened, because building programs and starting a process ahead take long. */
export interface LaunchAhead extends AsyncDisposable {
  readonly launch: Promise<Launch>;
  /** Starts before any test of the suite runs. */
  readonly outside: OutsideWatch;
}

export function launchAhead(subject: Subject, workspace: TrialWorkspace, request: LaunchRequest): LaunchAhead {
  const outside = watchOutside(subject, workspace);
  const launch = chooseLauncher(subject, workspace, request);
  const end = launch.then(
    ({ close }) => close,
    // Reported to the code that awaits the launch.
    () => async () => {},
  );
  return { launch, outside, [Symbol.asyncDispose]: async () => (await end)() };
}

export function openNewCase(run: CaseRun, target: TestId, seed: number, request: CaseSubject): StoredCase {
  const { subject, store, options, context } = run;
  const newCase = {
    root: subject.root,
    runner: subject.adapter.name,
    test: target,
    seed,
    suite: subject.suite,
    options: { ...request, ...options },
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

/** The case stays resumable whatever happens. */
export async function runCase(run: CaseRun, opened: StoredCase): Promise<CaseRecord> {
  const { subject, workspace, store, options, context } = run;
  requireSameSuite(opened, subject);
  const resolved: ResolvedDiagnoseOptions = {
    target: opened.test,
    suite: opened.suite,
    can: capabilities(subject.adapter, options.machine),
    ...options.machine,
    jobs: options.jobs,
    trials: options.trials,
    budgetMs: options.minutes * 60_000,
    timeBoxMs: options.timeoutSeconds * 1000,
    random: random(opened.seed),
    protocol: options.protocol,
    sources: options.sources ?? [],
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
  try {
    const { jobs } = options;
    if (subject.adapter.compiled) context.emit(BUILDING);
    const launch = await run.launch;
    const { findings, seen } = await driveCase(diagnosePlan(resolved), {
      subject: launch.subject,
      workspace: { ...workspace, launcher: launch.launcher },
      outside: run.outside,
      store,
      caseId: opened.id,
      jobs,
      budget: { trials: options.trials, minutes: options.minutes },
      budgetChanged: opened.options.minutes !== options.minutes || opened.options.trials !== options.trials,
      emit: context.emit,
      signal: context.signal,
      clock: context.clock,
      beganAt: run.beganAt,
    });
    const spent = findings.stopped === 'budget' ? nearerToItsEnd(options, seen.length, findings.tookMs) : null;
    const explained = explain(resolved, findings, { runner: subject.adapter.name, spent });
    const explanation = withDistrust(explained, subject, launch.distrust);
    const written = writeDiagnosis(opened, subject, findings, seen, explanation, options.sources ?? [], run);
    const left = leftBehind(seen, findings, written.verdict, subject, workspace);
    const complete = left.length === 0 ? written : { ...written, leftBehind: left };
    const diagnosis = await withPolluterSources(complete, run);
    const commands = plainCommands(opened, subject, seen, run.within);
    store.closeCase(opened.id, { diagnosis, findings: { ...findings, commands } }, context.clock.currentTimeMillis());
    context.emit({ type: 'case-closed', caseId: opened.id, verdict: diagnosis.verdict });
    return caseRecord(store, store.findCase(opened.id));
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

/** A resumed case must choose the same trials, even if the workers' dependencies were installed meanwhile. */
function capabilities({ can }: RunnerAdapter, { refused }: MachineSnapshot): Capabilities {
  return refused.some(({ knob }) => knob === 'workers') ? { ...can, workers: false, parallel: false } : can;
}

/** A step that does not fit is not started, so neither budget need be used up completely. */
function nearerToItsEnd({ trials, minutes }: CaseOptions, ran: number, tookMs: number): 'trials' | 'minutes' {
  return ran / trials >= tookMs / (minutes * 60_000) ? 'trials' : 'minutes';
}

/** The scan is loaded only if there is a polluter. */
async function withPolluterSources(diagnosis: Diagnosis, { subject, store, context }: CaseRun): Promise<Diagnosis> {
  if (diagnosis.polluters.length === 0) return diagnosis;
  const { polluterSources } = await import('../polluter-sources.ts');
  const index = join(dirname(store.place), 'index.db');
  const found = await polluterSources(subject.root, diagnosis.polluters, index, context);
  return found.length === 0 ? diagnosis : { ...diagnosis, polluterSources: found };
}

/** An unused faster launcher is reported as not tried. */
function withDistrust(explanation: Explanation, { adapter }: Subject, distrust: string | null): Explanation {
  if (distrust === null) return explanation;
  const what = adapter.compiled ? 'running test programs that are built once' : 'keeping the runner loaded';
  const row = { what, why: distrust };
  return { ...explanation, notTried: [...explanation.notTried, row] };
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
