/** Opens a hunt or resumes one, runs it, and opens a case for each cluster where that is asked. */
import { resolve } from 'node:path';
import { random } from '@unflake/testkit/random';
import type { HuntResult } from '../../../contract/hunt.ts';
import type { TestId } from '../../../contract/test-id.ts';
import { monotonicMs } from '../../../engine/drive/active-time.ts';
import type { LaunchRequest } from '../../../engine/launchers/choose-launcher.ts';
import { machineHere } from '../../../engine/machine.ts';
import type { Store, StoredHunt } from '../../../store/port.ts';
import { machineOfCase, snapshotMachine } from '../case/case-machine.ts';
import { casesWithin } from '../case/diagnose-in-turn.ts';
import { launchAhead } from '../case/launch-ahead.ts';
import { type OpenedCaseSubject, openCaseSubject } from '../case/open-case-subject.ts';
import { caseFlags } from '../case-flags.ts';
import { changedPaths } from '../certify/changes.ts';
import { closing } from '../closing.ts';
import { chosenStore, openStore } from '../open-store.ts';
import type { ToolContext } from '../tool.ts';
import { requireTeamStore, TRIALS_AT_ONCE } from '../workers/offer-case.ts';
import { badInput } from './bad-input.ts';
import { diagnoseClusters } from './diagnose-clusters.ts';
import { HUNT_DEFAULTS as DEFAULTS } from './hunt-defaults.ts';
import { type HuntRequest, huntRequest, storedHuntSubject } from './hunt-request.ts';
import { chooseTests } from './hunted-tests.ts';
import { type HuntRun, runHunt } from './run-hunt.ts';

/** The input of the tool, checked. */
export interface HuntInput {
  readonly root?: string | undefined;
  readonly store?: string | undefined;
  readonly config?: string | undefined;
  readonly paths: readonly string[];
  readonly runner?: string | undefined;
  readonly seed?: number | undefined;
  readonly rounds?: number | undefined;
  readonly minutes?: number | undefined;
  readonly jobs?: number | undefined;
  readonly timeout?: number | undefined;
  readonly launcher?: HuntRequest['launcher'] | undefined;
  readonly isolateFs?: boolean | undefined;
  readonly workers: boolean;
  readonly shard?: string | undefined;
  readonly changed?: string | undefined;
  readonly diagnose: boolean;
  readonly resume?: string | undefined;
}

export async function hunt(given: HuntInput, context: ToolContext): Promise<HuntResult> {
  const beganAt = context.beganAtMs ?? monotonicMs(context.clock);
  context.emit({
    type: 'step',
    phase: 'hunt',
    doing: 'listing the tests of the suite',
    why: 'rounds run all of them',
    trials: 0,
  });
  const ran =
    given.resume === undefined
      ? await openAndRun(given, beganAt, context)
      : await resume(given, given.resume, beganAt, context);
  if (!given.diagnose || ran.result.clusters.length === 0) return ran.result;
  return await withCases(ran, given, beganAt, context);
}

/** A hunt that is over, and where it is kept. */
export interface RanHunt {
  readonly result: HuntResult;
  readonly request: HuntRequest;
  readonly root: string;
  readonly place: string;
}

async function withCases(
  { result, request, root, place }: RanHunt,
  { config, timeout, isolateFs, workers }: HuntInput,
  beganAt: number,
  context: ToolContext,
): Promise<HuntResult> {
  const { runner, folder, jobs, minutes } = request;
  const given = { root, store: place, config, timeout, isolateFs, workers, runner, folder, jobs, seed: result.seed };
  const complete = await diagnoseClusters(result, await casesWithin(given, { minutes, beganAt }, context));
  const store = await openStore(root, place, context);
  await using _store = closing(store);
  await store.closeHunt(complete.huntId!, complete, context.clock.currentTimeMillis());
  return complete;
}

async function openAndRun(given: HuntInput, beganAt: number, context: ToolContext): Promise<RanHunt> {
  const place = { root: resolve(context.cwd, given.root ?? '.'), cwd: context.cwd };
  const change = { ref: given.changed, field: 'changed', signal: context.signal };
  const named = given.paths.length > 0 ? given.paths : undefined;
  const near = given.changed === undefined ? named : (named ?? (await changedPaths(place, change)));
  await using opened = await openCaseSubject({ ...given, near }, context);
  const { subject, workspace, config } = opened;
  const store = await openStore(subject.root, chosenStore(given.store, config, context), context);
  await using _store = closing(store);
  if (given.workers) requireTeamStore(store.address);
  const { tests, since } = await chooseTests(given, opened, context);
  const machine = machineHere(subject.adapter.name);
  const minutes = given.minutes ?? config.budget?.minutes ?? DEFAULTS.minutes;
  const seed = given.seed ?? config.seed;
  const shards = given.shard === undefined ? undefined : shardGiven(given.shard, seed);
  const atOnce = given.workers ? (given.jobs ?? TRIALS_AT_ONCE) : undefined;
  const request: HuntRequest = {
    runner: subject.adapter.name,
    folder: opened.folder,
    rest: [],
    isolateFs: given.isolateFs ?? config.isolateFs ?? false,
    rounds: given.rounds ?? (shards === undefined ? DEFAULTS.rounds : DEFAULTS.sharedRounds),
    minutes,
    firstMinutes: minutes,
    ...(isUnlimited(given, config.budget?.minutes) ? { usualEffort: 'limits' } : {}),
    jobs: atOnce ?? given.jobs ?? config.jobs ?? DEFAULTS.jobs,
    ...(atOnce === undefined ? {} : { ahead: atOnce }),
    timeoutSeconds: given.timeout ?? config.timeout ?? DEFAULTS.timeoutSeconds,
    launcher: given.launcher ?? 'fastest',
    since,
    machine: snapshotMachine(machine, subject, workspace),
    ...(shards === undefined ? {} : { shards }),
  };
  const wanted = { request, machine, suite: tests, seed: seed ?? context.entropy() % (DEFAULTS.maxSeed + 1) };
  if (tests.length === 0) return { result: nothingTouched(wanted), request, root: subject.root, place: store.address };
  // Awaited: what is opened here is closed at the end of this function.
  return await runNew(wanted, { opened, store, given, beganAt, context });
}

/** Nobody said how long it may take. Rounds of several machines are divided beforehand. */
const isUnlimited = ({ minutes, rounds, shard, workers }: HuntInput, configured: number | undefined): boolean =>
  minutes === undefined && configured === undefined && rounds === undefined && shard === undefined && !workers;

/** A hunt that is to be opened. */
export interface WantedHunt extends Pick<HuntRun, 'request' | 'machine' | 'elsewhere'> {
  readonly suite: readonly TestId[];
  readonly seed: number;
}

/** Where it is opened. */
export interface HuntPlace {
  readonly opened: OpenedCaseSubject;
  readonly store: Store;
  readonly given: Pick<HuntInput, 'root' | 'store'> & Partial<Pick<HuntInput, 'workers'>>;
  readonly beganAt: number;
  readonly context: ToolContext;
}

export async function runNew(
  { suite, seed, ...wanted }: WantedHunt,
  { opened, store, given, beganAt, context }: HuntPlace,
): Promise<RanHunt> {
  const { subject, workspace, config } = opened;
  const { request } = wanted;
  const newHunt = {
    root: subject.root,
    runner: subject.adapter.name,
    seed,
    suite,
    options: request,
    openedAtMs: context.clock.currentTimeMillis(),
  };
  const found = await store.openHunt(newHunt, random(context.entropy()));
  await using ahead = launchAhead(subject, workspace, launching(found, request, context));
  const flags = caseFlags({ root: given.root, store: chosenStore(given.store, config, context) }, context.cwd);
  const { workers } = given;
  const run = { ...opened, ...wanted, store, context, beganAt, ahead, workers, caseFlags: flags };
  const result = await runHunt(run, found);
  return { result, request, root: subject.root, place: store.address };
}

/** A change that touches no test leaves nothing to hunt. */
function nothingTouched({ request, seed }: WantedHunt): HuntResult {
  return {
    huntId: null,
    runner: request.runner,
    seed,
    tests: 0,
    ended: 'done',
    since: request.since,
    shard: null,
    rounds: [],
    coverage: { pairs: 0, of: 0 },
    flaky: [],
    broken: [],
    unrepeated: [],
    clusters: [],
    bounds: [],
    cost: { trials: 0, testExecutions: 0, wallMs: 0, suiteRuns: null },
    notTried: [],
    next: null,
  };
}

/** Each shard draws the same rounds only from the same seed. */
function shardGiven(shard: string, seed: number | undefined): NonNullable<HuntRequest['shards']> {
  const [mine = 0, of = 0] = shard.split('/').map(Number);
  if (mine > of) throw badInput('shard', shard, `there is no shard ${mine} of ${of}`, `a number from 1 to ${of}`);
  if (seed === undefined)
    throw badInput('seed', null, 'a shard needs `--seed`, because all shards must draw the same rounds', 'a number');
  return { of, mine };
}

/** Opens the subject as the stored hunt did. A larger budget may be given now. */
async function resume(given: HuntInput, name: string, beganAt: number, context: ToolContext): Promise<RanHunt> {
  const store: Store = await openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
  await using _store = closing(store);
  const found = await store.findHunt(name);
  const stored = huntRequest(found);
  await using opened = await openCaseSubject(storedHuntSubject(found, given), context);
  const { subject, workspace } = opened;
  // A resumed hunt uses the knobs that it was opened with; otherwise its trials would differ.
  const machine = machineOfCase(machineHere(subject.adapter.name), stored.machine);
  const request = {
    ...stored,
    rounds: given.rounds ?? stored.rounds,
    minutes: given.minutes ?? stored.minutes,
    jobs: given.jobs ?? stored.jobs,
    ...(stored.usualEffort !== undefined && isLonger(given) ? { usualEffort: 'lifted' as const } : {}),
  };
  const held = await store.resumeHunt(found.id);
  await using ahead = launchAhead(subject, workspace, launching(held, request, context));
  const flags = caseFlags(given, context.cwd);
  const { workers } = given;
  const run = { ...opened, store, request, machine, context, beganAt, ahead, workers, caseFlags: flags };
  const result = await runHunt(run, held);
  return { result, request, root: subject.root, place: store.address };
}

const isLonger = ({ minutes, rounds }: HuntInput): boolean => minutes !== undefined || rounds !== undefined;

function launching(
  { suite, seed }: StoredHunt,
  { jobs, launcher, timeoutSeconds }: HuntRequest,
  { signal }: ToolContext,
): LaunchRequest & { readonly seed: number } {
  return { target: suite[0]!, jobs, launcher, timeBoxMs: 1000 * timeoutSeconds, signal, seed };
}
