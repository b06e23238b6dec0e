/** Opens a certification or resumes one, and runs it. Without a test that is new or changed there is nothing to open. */
import { resolve } from 'node:path';
import { random } from '@unflake/testkit/random';
import type { CertifyResult } from '../../../contract/certificate.ts';
import type { TestId } from '../../../contract/test-id.ts';
import { monotonicMs } from '../../../engine/drive/active-time.ts';
import type { LaunchRequest } from '../../../engine/launchers/choose-launcher.ts';
import { machineHere } from '../../../engine/machine.ts';
import { runsNeeded } from '../../../experiment/certify/certify-options.ts';
import { gitIn } from '../../../scan/history/git.ts';
import { machineOfCase, snapshotMachine } from '../case/case-machine.ts';
import { casesWithin, diagnoseInTurn } from '../case/diagnose-in-turn.ts';
import { launchAhead } from '../case/launch-ahead.ts';
import { type OpenedCaseSubject, openCaseSubject } from '../case/open-case-subject.ts';
import { caseFlags } from '../case-flags.ts';
import { closing } from '../closing.ts';
import { diagnoseLine } from '../diagnose-line.ts';
import { indexPath } from '../index-place.ts';
import { chosenStore, openStore } from '../open-store.ts';
import { openProjectReach } from '../scan-reach.ts';
import { placeIn } from '../test-places.ts';
import type { ToolContext } from '../tool.ts';
import { requireTeamStore, TRIALS_AT_ONCE } from '../workers/offer-case.ts';
import { CERTIFY_DEFAULTS as DEFAULTS } from './certify-defaults.ts';
import { type CertifyRequest, certifyRequest, storedCertificationSubject } from './certify-request.ts';
import { changedPaths, commitHere } from './changes.ts';
import { changedTests, namedTests, requireNoNames } from './chosen-tests.ts';
import { plausibleKnobs } from './plausible-knobs.ts';
import { runCertification } from './run-certification.ts';
import { withDiagnoses } from './write-certificates.ts';

/** The input of the tool, checked. */
export interface CertifyInput {
  readonly root?: string | undefined;
  readonly store?: string | undefined;
  readonly config?: string | undefined;
  readonly tests: readonly string[];
  readonly since?: string | undefined;
  readonly reach: boolean;
  readonly rate: number;
  readonly confidence: number;
  readonly runner?: string | undefined;
  readonly seed?: number | undefined;
  readonly minutes?: number | undefined;
  readonly jobs?: number | undefined;
  readonly timeout?: number | undefined;
  readonly launcher?: CertifyRequest['launcher'] | undefined;
  readonly isolateFs?: boolean | undefined;
  readonly workers: boolean;
  readonly diagnose: boolean;
  readonly resume?: string | undefined;
}

/** A certification that is over, and where it is kept. */
interface RanCertification {
  readonly result: CertifyResult;
  readonly request: CertifyRequest;
  readonly root: string;
  readonly place: string;
  readonly diagnoseLineOf: (test: TestId) => string;
}

export async function certify(given: CertifyInput, context: ToolContext): Promise<CertifyResult> {
  const beganAt = context.beganAtMs ?? monotonicMs(context.clock);
  requireNoNames(given.tests, given);
  context.emit({
    type: 'step',
    phase: 'certify',
    doing: 'listing the tests of the suite',
    why: 'to know which are new or changed',
    trials: 0,
  });
  const ran =
    given.resume === undefined
      ? await openAndRun(given, beganAt, context)
      : await resume(given, given.resume, beganAt, context);
  return given.diagnose ? await withCases(ran, given, beganAt, context) : ran.result;
}

async function withCases(
  { result, request, root, place, diagnoseLineOf }: RanCertification,
  { config, timeout, isolateFs, workers }: CertifyInput,
  beganAt: number,
  context: ToolContext,
): Promise<CertifyResult> {
  const flaky = result.certificates.filter(({ status }) => status === 'flaky').map(({ test }) => test);
  if (flaky.length === 0) return result;
  const { runner, folder, jobs, minutes } = request;
  const given = { root, store: place, config, timeout, isolateFs, workers, runner, folder, jobs, seed: result.seed };
  const cases = await diagnoseInTurn(flaky, await casesWithin(given, { minutes, beganAt }, context));
  const complete = withDiagnoses(result, cases, diagnoseLineOf);
  const store = await openStore(root, place, context);
  await using _store = closing(store);
  await store.closeCertification(complete.certificationId!, complete, context.clock.currentTimeMillis());
  return complete;
}

async function openAndRun(given: CertifyInput, beganAt: number, context: ToolContext): Promise<RanCertification> {
  const place = { root: resolve(context.cwd, given.root ?? '.'), cwd: context.cwd };
  const change = { ref: given.since, field: 'since', signal: context.signal };
  const near = given.tests.length > 0 ? undefined : await changedPaths(place, change);
  await using opened = await openCaseSubject({ ...given, test: given.tests[0], near }, context);
  const { subject, workspace, config } = opened;
  const machine = machineHere(subject.adapter.name);
  const seed = given.seed ?? config.seed ?? context.entropy() % (DEFAULTS.maxSeed + 1);
  const request = await newRequest(given, opened, snapshotMachine(machine, subject, workspace), context);
  const store = await openStore(subject.root, chosenStore(given.store, config, context), context);
  await using _store = closing(store);
  if (given.workers) requireTeamStore(store.address);
  const flags = caseFlags({ root: given.root, store: chosenStore(given.store, config, context) }, context.cwd);
  const diagnoseLineOf = (test: TestId) => diagnoseLine(test, request, { subject, caseFlags: flags });
  const kept = { request, root: subject.root, place: store.address, diagnoseLineOf };
  if (request.tests.length === 0) return { result: nothingNew(request, seed), ...kept };
  const newOne = {
    root: subject.root,
    runner: subject.adapter.name,
    seed,
    suite: subject.suite,
    options: request,
    openedAtMs: context.clock.currentTimeMillis(),
  };
  const found = await store.openCertification(newOne, random(context.entropy()));
  await using ahead = launchAhead(subject, workspace, launching(request, seed, context));
  const run = { ...opened, store, request, machine, context, beganAt, ahead, workers: given.workers, caseFlags: flags };
  return { result: await runCertification(run, found), ...kept };
}

async function newRequest(
  given: CertifyInput,
  { subject, config, folder }: OpenedCaseSubject,
  machine: CertifyRequest['machine'],
  context: ToolContext,
): Promise<CertifyRequest> {
  const { root } = subject;
  const git = gitIn(root, context.signal);
  const index = indexPath(root, { store: chosenStore(given.store, config, context) }, context);
  const { graph } = (await openProjectReach({ root, index }, context)).reach;
  const minutes = given.minutes ?? config.budget?.minutes ?? DEFAULTS.minutes;
  const reach = given.reach ? Math.ceil(DEFAULTS.reachedPerMinute * minutes) : 0;
  const { chosen, since, leftOut } =
    given.tests.length > 0
      ? await namedTests(given.tests, subject, context.cwd)
      : await changedTests(subject, context.cwd, { since: given.since, reach, graph, git });
  const ids = chosen.map(({ test }) => test);
  const knobs = await plausibleKnobs(ids, graph, machine.knobs, { root, signal: context.signal });
  return {
    runner: subject.adapter.name,
    folder,
    rest: [],
    isolateFs: given.isolateFs ?? config.isolateFs ?? false,
    tests: chosen.map(({ test, why }) => ({ test, why, place: placeIn(graph, test), knobs: knobs[test] ?? [] })),
    since,
    commit: await commitHere(git),
    leftOut,
    rate: given.rate,
    confidence: given.confidence,
    minutes,
    firstMinutes: minutes,
    jobs: given.jobs ?? (given.workers ? TRIALS_AT_ONCE : (config.jobs ?? DEFAULTS.jobs)),
    ...(given.workers
      ? { ahead: given.jobs ?? TRIALS_AT_ONCE }
      : { countedAtOnce: given.jobs ?? config.jobs ?? Math.min(DEFAULTS.countedAtOnce, machine.cores) }),
    timeoutSeconds: given.timeout ?? config.timeout ?? DEFAULTS.timeoutSeconds,
    launcher: given.launcher ?? 'fastest',
    machine,
  };
}

/** Opens the subject as the stored one did. A larger budget may be given now. */
async function resume(
  given: CertifyInput,
  name: string,
  beganAt: number,
  context: ToolContext,
): Promise<RanCertification> {
  const store = await openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
  await using _store = closing(store);
  const found = await store.findCertification(name);
  const stored = certifyRequest(found);
  await using opened = await openCaseSubject(storedCertificationSubject(found, given), context);
  const { subject, workspace } = opened;
  // It uses the knobs that it was opened with; otherwise its trials would differ.
  const machine = machineOfCase(machineHere(subject.adapter.name), stored.machine);
  const request = { ...stored, minutes: given.minutes ?? stored.minutes, jobs: given.jobs ?? stored.jobs };
  const held = await store.resumeCertification(found.id);
  await using ahead = launchAhead(subject, workspace, launching(request, found.seed, context));
  const flags = caseFlags(given, context.cwd);
  const run = { ...opened, store, request, machine, context, beganAt, ahead, workers: given.workers, caseFlags: flags };
  const diagnoseLineOf = (test: TestId) => diagnoseLine(test, request, run);
  return {
    result: await runCertification(run, held),
    request,
    root: subject.root,
    place: store.address,
    diagnoseLineOf,
  };
}

function launching(
  { tests, jobs, launcher, timeoutSeconds }: CertifyRequest,
  seed: number,
  { signal }: ToolContext,
): LaunchRequest & { readonly seed: number } {
  return { target: tests[0]!.test, jobs, launcher, timeBoxMs: 1000 * timeoutSeconds, signal, seed };
}

function nothingNew({ runner, commit, since, rate, confidence, leftOut }: CertifyRequest, seed: number): CertifyResult {
  return {
    certificationId: null,
    runner,
    seed,
    commit,
    since,
    asked: { rate, confidence, runs: runsNeeded(rate, confidence) },
    ended: 'done',
    certificates: [],
    leftOut,
    cost: { trials: 0, testExecutions: 0, wallMs: 0, suiteRuns: null },
    notTried: [],
    next: null,
  };
}
