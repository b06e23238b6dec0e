/** `unflake diagnose <test>`: experiments until the cause is proved, narrowed, or bounded. */
import { resolve } from 'node:path';
import * as z from 'zod';
import type { Diagnosis } from '../contract/diagnosis.ts';
import type { LabEvent } from '../contract/events.ts';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import type { TestId } from '../contract/test-id.ts';
import { monotonicMs } from '../engine/drive/active-time.ts';
import type { LaunchRequest } from '../engine/launchers/choose-launcher.ts';
import { timedPart } from '../engine/timed-part.ts';
import { PROTOCOLS } from '../experiment/diagnose/resolved-diagnose-options.ts';
import { type CaseRequest, caseRequest } from './lib/case/case-request.ts';
import type { MachineSnapshot } from './lib/case/machine-snapshot.ts';
import { openCaseSubject, storedSubject } from './lib/case/open-case-subject.ts';
import type { ResolvedCaseRequest } from './lib/case/run-case.ts';
import { caseFlags } from './lib/case-flags.ts';
import { closing } from './lib/closing.ts';
import type { Config } from './lib/config.ts';
import { indexPath } from './lib/index-place.ts';
import { chosenStore, openStore } from './lib/open-store.ts';
import type { OpenedSubject } from './lib/opened-subject.ts';
import { DIAGNOSIS } from './lib/outputs/diagnosis.ts';
import { resolveTest, testPlace } from './lib/resolve-test.ts';
import { defineTool, type ToolContext } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import {
  ISOLATE_FS,
  JOBS,
  LAUNCHER,
  minutesFlag,
  RUNNER,
  seedFlag,
  timeoutFlag,
  trialsFlag,
  WORKERS,
} from './lib/trial-flags.ts';
import { codeState } from './lib/verify/code-state.ts';
import { requireTeamStore, TRIALS_AT_ONCE } from './lib/workers/offer-case.ts';

export const DEFAULTS = { trials: 600, minutes: 20, jobs: 1, timeoutSeconds: 300 } as const;
/** Seeds are printed and typed, so they are short. */
const MAX_SEED = 999_999;

const input = z.object({
  ...PLACE,
  test: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The test: its id from `unflake list`, its name, `file:line`, or a line that its runner printed about its failure',
    ),
  rest: z
    .array(z.string())
    .optional()
    .describe('The command to run as the test, for a project whose runner is not known'),
  runner: RUNNER,
  seed: seedFlag('case', MAX_SEED),
  trials: trialsFlag(DEFAULTS.trials),
  minutes: minutesFlag(DEFAULTS.minutes),
  jobs: JOBS,
  timeout: timeoutFlag(DEFAULTS.timeoutSeconds),
  protocol: z
    .enum(PROTOCOLS)
    .optional()
    .describe('`fixed` runs a fixed protocol (10/20 runs, 5 + 5, 3 per half); by default `adaptive`'),
  launcher: LAUNCHER,
  isolateFs: ISOLATE_FS,
  workers: WORKERS,
  environment: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Environment of the layered suite that each trial starts from, in a copy of its own: `foundation`, or `after-` and a numbered step',
    ),
  resume: z.string().min(1).optional().describe('Resume this case (its id, or `latest`) instead of opening one'),
});

export const diagnoseTool = defineTool({
  name: 'diagnose',
  command: 'diagnose',
  summary: 'prove why a test is flaky: confirm, isolate, bisect, time, perturb, explain, reproduce',
  examples: [
    { line: 'diagnose tests/test_cart.py::test_total', does: 'a pytest test by its id' },
    { line: "diagnose 'totals the basket'", does: 'the only test of this name, or whose id contains this' },
    { line: 'diagnose tests/test_cart.py:42', does: 'the test whose code contains this line' },
    {
      line: "diagnose 'FAILED tests/test_cart.py::test_total - assert 3 == 2'",
      does: 'a line as the runner printed it',
    },
    { line: 'diagnose test_total --minutes 5 --seed 42', does: 'within five minutes, choosing the same trials again' },
    { line: 'diagnose 03-dist --environment after-02-build', does: 'each trial from its own copy of that environment' },
    { line: 'diagnose --resume latest', does: 'continue the case that was interrupted' },
    { line: 'diagnose --runner command -- make check', does: 'a command whose exit status is the outcome' },
  ],
  input,
  output: DIAGNOSIS,
  positionals: ['test'],
  renamedValues: { protocol: { seed: 'fixed' } },
  run: diagnose,
  exitCode: ({ verdict }) => (verdict === 'isolated' || verdict === 'broken' ? EXIT.found : EXIT.inconclusive),
});

export type DiagnoseInput = z.output<typeof input>;

/** The plans and the scan are half of what a diagnosis loads, and are not needed before the tests are known. */
const engine = async () => ({
  ...(await import('./lib/case/run-case.ts')),
  ...(await import('./lib/case/launch-ahead.ts')),
  ...(await import('./lib/case/case-machine.ts')),
  ...(await import('../engine/machine.ts')),
});
const scan = () => import('./lib/static-sources.ts');

function loadAhead(test: string | undefined): void {
  void engine();
  void scan().then(({ loadGrammarOf }) => loadGrammarOf(test ?? ''));
}

/** `folder`: of the runner, where another tool knows it. */
export async function diagnose(
  given: DiagnoseInput & { readonly folder?: string | undefined },
  context: ToolContext,
): Promise<Diagnosis> {
  if (given.resume !== undefined) return resume(given, given.resume, context);
  if (given.test === undefined && !given.rest?.length) {
    throw new UnflakeError('INVALID_INPUT', 'no test was named', { field: 'test' });
  }
  const beganAt = beginning(context);
  const asked = {
    ...given,
    meanwhile: () => loadAhead(given.test),
    listWithinMs: (config: Config) => leftOf(minutesOf(given, config), beganAt, context),
  };
  await using opened = await timedPart('listing the tests', () => openCaseSubject(asked, context));
  const { subject, workspace, config } = opened;
  const target = await resolveTest(given.test ?? subject.suite[0]!, subject.suite, testPlace(subject, context.cwd));
  const store = await openStore(subject.root, chosenStore(given.store, config, context), context);
  await using _store = closing(store);
  if (given.workers) requireTeamStore(store.address);
  const { launchAhead, machineHere, snapshotMachine, openNewCase, runCase } = await timedPart(
    'loading our own code',
    engine,
  );
  context.emit(MACHINE);
  const machine = await timedPart('checking the machine', async () => machineHere(subject.adapter.name));
  const snapshot = await timedPart('checking the knobs', async () => snapshotMachine(machine, subject, workspace));
  const known = newRequest(given, opened, snapshot);
  const seed = given.seed ?? config.seed ?? context.entropy() % (MAX_SEED + 1);
  const launch = { ...launching(target, known, beganAt, context), seed, atOnce: true };
  await using ahead = launchAhead(subject, workspace, launch);
  const { MAX_SOURCES_MS, staticSources } = await scan();
  const scanMs = Math.round(SCAN_SHARE * leftOf(known.minutes, beganAt, context));
  const index = indexPath(subject.root, { store: store.address }, context);
  const [sources, code] = await Promise.all([
    timedPart('scan', () => staticSources(subject.root, target, index, context, Math.min(scanMs, MAX_SOURCES_MS))),
    codeState(subject.root, context.signal),
  ]);
  const request = { ...known, sources, ...(code.commit === null ? {} : { code: { ...code, commit: code.commit } }) };
  const flags = caseFlags({ root: given.root, store: chosenStore(given.store, config, context) }, context.cwd);
  const run = { ...opened, store, request, machine, context, beganAt, ahead, workers: given.workers, caseFlags: flags };
  return await runCase(run, await openNewCase(run, target, seed));
}

/** Opens the subject as the stored case did. A larger budget may be given now. */
async function resume(given: DiagnoseInput, name: string, context: ToolContext): Promise<Diagnosis> {
  const store = await openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
  await using _store = closing(store);
  const found = await store.findCase(name);
  const stored = caseRequest(found);
  const beganAt = beginning(context);
  await using opened = await openCaseSubject(
    { ...storedSubject(found, given), meanwhile: () => void engine() },
    context,
  );
  const { subject, workspace } = opened;
  const { launchAhead, machineHere, machineOfCase, snapshotMachine, runCase } = await engine();
  // A resumed case uses the knobs that it was opened with; otherwise its trials would differ.
  const machine = machineOfCase(machineHere(subject.adapter.name), stored.machine);
  const kept = stored.machine ?? snapshotMachine(machine, subject, workspace);
  const request = { ...stored, ...budgetOf(given, stored), machine: kept };
  const launch = { ...launching(found.test, request, beganAt, context), seed: found.seed };
  await using ahead = launchAhead(subject, workspace, launch);
  const flags = caseFlags(given, context.cwd);
  const run = { ...opened, store, request, machine, context, beganAt, ahead, workers: given.workers, caseFlags: flags };
  return await runCase(run, await store.resumeCase(found.id));
}

/** Progress for people before the case exists. */
const about = (doing: string, why: string): LabEvent => ({ type: 'step', phase: 'confirm', doing, why, trials: 0 });
const OPENING = about('listing the tests of the suite', 'trials select from them');
const MACHINE = about('checking which knobs work on this machine', 'some knobs need a compiler, rights or data');

/** When the work on the case began. */
function beginning(context: ToolContext): number {
  const beganAt = context.beganAtMs ?? monotonicMs(context.clock);
  context.emit(OPENING);
  return beganAt;
}

const minutesOf = (given: Pick<DiagnoseInput, 'minutes'>, config: Config): number =>
  given.minutes ?? config.budget?.minutes ?? DEFAULTS.minutes;

const leftOf = (minutes: number, beganAt: number, { clock }: Pick<ToolContext, 'clock'>): number =>
  Math.max(1, Math.round(minutes * 60_000 - (monotonicMs(clock) - beganAt)));

/** Share of the remaining time for the scan, which has its own limit as well. */
const SCAN_SHARE = 0.05;
/** Share of the remaining time for choosing a faster launcher, which saves time there. */
const LAUNCH_SHARE = 0.25;

function launching(target: TestId, request: CaseRequest, beganAt: number, context: ToolContext): LaunchRequest {
  const { jobs, timeoutSeconds, minutes, launcher } = request;
  const within = AbortSignal.timeout(Math.round(LAUNCH_SHARE * leftOf(minutes, beganAt, context)));
  return { target, jobs, launcher, timeBoxMs: 1000 * timeoutSeconds, signal: context.signal, within };
}

/** Flags override the config file, which overrides our defaults. */
function newRequest(
  given: DiagnoseInput,
  { subject, folder, config }: OpenedSubject,
  machine: MachineSnapshot,
): ResolvedCaseRequest {
  const { budget } = config;
  return {
    runner: subject.adapter.name,
    folder,
    rest: given.rest ?? [],
    isolateFs: given.isolateFs ?? config.isolateFs ?? false,
    ...(given.environment === undefined ? {} : { environment: given.environment }),
    ...budgetOf(given, {
      trials: budget?.trials ?? DEFAULTS.trials,
      minutes: budget?.minutes ?? DEFAULTS.minutes,
      jobs: given.workers ? TRIALS_AT_ONCE : (config.jobs ?? DEFAULTS.jobs),
      timeoutSeconds: config.timeout ?? DEFAULTS.timeoutSeconds,
      protocol: 'adaptive',
      launcher: 'fastest',
    }),
    machine,
  };
}

type Budget = Pick<CaseRequest, 'trials' | 'minutes' | 'jobs' | 'timeoutSeconds' | 'protocol' | 'launcher'>;

const budgetOf = (given: DiagnoseInput, otherwise: Budget): Budget => ({
  trials: given.trials ?? otherwise.trials,
  minutes: given.minutes ?? otherwise.minutes,
  jobs: given.jobs ?? otherwise.jobs,
  timeoutSeconds: given.timeout ?? otherwise.timeoutSeconds,
  protocol: given.protocol ?? otherwise.protocol,
  launcher: given.launcher ?? otherwise.launcher,
});
