/** `unflake diagnose <test>`: experiments until the cause is proved, narrowed, or bounded. */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Diagnosis } from '../contract/diagnosis.ts';
import type { LabEvent } from '../contract/events.ts';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import type { TestId } from '../contract/test-id.ts';
import { monotonicMs } from '../engine/drive/active-time.ts';
import type { LaunchRequest } from '../engine/launchers/choose-launcher.ts';
import { PROTOCOLS } from '../experiment/diagnose/resolved-diagnose-options.ts';
import { type CaseRequest, type CaseSubject, caseRequest } from './case/case-request.ts';
import type { CaseOptions, MachineSnapshot } from './case/run-case.ts';
import { caseFlags } from './case-flags.ts';
import { closing } from './closing.ts';
import type { Config } from './config.ts';
import { indexPath } from './index-place.ts';
import { openStart } from './open-start.ts';
import { openStore } from './open-store.ts';
import { openSubject } from './open-subject.ts';
import { DIAGNOSIS } from './outputs/diagnosis.ts';
import { resolveTest, testPlace } from './resolve-test.ts';
import { defineTool, type ToolContext } from './tool.ts';
import { PLACE } from './tool-place.ts';

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
  runner: z.string().min(1).optional().describe('Runner to use when the project has several'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(MAX_SEED)
    .optional()
    .describe('Repeats the random draws of an earlier case; by default new, and printed'),
  trials: z.number().int().min(1).max(100_000).optional().describe(`Trials at most; by default ${DEFAULTS.trials}`),
  minutes: z.number().positive().max(10_000).optional().describe(`Minutes at most; by default ${DEFAULTS.minutes}`),
  jobs: z
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('Trials in parallel; by default 1, because parallel trials can themselves make a test fail'),
  timeout: z
    .number()
    .positive()
    .max(86_400)
    .optional()
    .describe(
      `Seconds after which a trial is ended, until its usual time is known; by default ${DEFAULTS.timeoutSeconds}`,
    ),
  protocol: z
    .enum(PROTOCOLS)
    .optional()
    .describe('`fixed` runs a fixed protocol (10/20 runs, 5 + 5, 3 per half); by default `adaptive`'),
  isolateFs: z.boolean().optional().describe('Give each trial its own copy of the project'),
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

type Given = z.output<typeof input>;

/** The plans and the scan are half of what a diagnosis loads, and are not needed before the tests are known. */
const engine = () => import('./case/run-case.ts');
const scan = () => import('./static-sources.ts');

function loadAhead(test: string | undefined): void {
  void engine();
  void scan().then(({ loadGrammarOf }) => loadGrammarOf(test ?? ''));
}

export async function diagnose(given: Given, context: ToolContext): Promise<Diagnosis> {
  if (given.resume !== undefined) return resume(given, given.resume, context);
  if (given.test === undefined && !given.rest?.length) {
    throw new UnflakeError('INVALID_INPUT', 'no test was named', { field: 'test' });
  }
  const beganAt = context.beganAtMs ?? monotonicMs(context.clock);
  context.emit(OPENING);
  const start = await openStart(given, context);
  await using _start = closing(start);
  const { subject, workspace, config } = await openSubject(
    {
      ...given,
      baseEnvironment: start.baseEnvironment,
      meanwhile: () => loadAhead(given.test),
      listWithinMs: (config) => leftOf(minutesOf(given, config), beganAt, context),
    },
    context,
  );
  await using _workspace = closing(workspace);
  const target = await resolveTest(given.test ?? subject.suite[0]!, subject.suite, testPlace(subject, context.cwd));
  const store = openStore(subject.root, given.store ?? config.store, context);
  await using _store = closing(store);
  const { launchAhead, snapshotMachine, openNewCase, runCase } = await engine();
  context.emit(MACHINE);
  const known = caseOptions(given, config, snapshotMachine(subject, workspace));
  await using ahead = launchAhead(subject, workspace, launching(target, known, beganAt, context));
  const { staticSources } = await scan();
  const scanMs = Math.round(SCAN_SHARE * leftOf(known.minutes, beganAt, context));
  const sources = await staticSources(
    subject.root,
    target,
    indexPath(subject.root, { store: given.store }, context),
    context,
    scanMs,
  );
  const options = { ...known, sources };
  const printing = {
    within: start.within,
    caseFlags: caseFlags({ root: given.root, store: given.store ?? config.store }, context.cwd),
  };
  const run = {
    subject,
    workspace,
    store,
    options,
    context,
    beganAt,
    launch: ahead.launch,
    outside: ahead.outside,
    ...printing,
  };
  const seed = given.seed ?? config.seed ?? context.entropy() % (MAX_SEED + 1);
  const request: CaseSubject = {
    runner: subject.adapter.name,
    rest: given.rest ?? [],
    isolateFs: given.isolateFs ?? config.isolateFs ?? false,
    ...(given.environment === undefined ? {} : { environment: given.environment }),
  };
  return (await runCase(run, openNewCase(run, target, seed, request))).diagnosis;
}

/** Opens the subject as the stored case did. A larger budget may be given now. */
async function resume(given: Given, name: string, context: ToolContext): Promise<Diagnosis> {
  const store = openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
  await using _store = closing(store);
  const found = store.findCase(name);
  const stored = caseRequest(found);
  const request = {
    root: found.root,
    config: given.config,
    store: given.store,
    runner: stored.runner,
    rest: stored.rest,
    isolateFs: stored.isolateFs,
    environment: stored.environment,
  };
  const beganAt = context.beganAtMs ?? monotonicMs(context.clock);
  context.emit(OPENING);
  const start = await openStart(request, context);
  await using _start = closing(start);
  const { subject, workspace, config } = await openSubject(
    { ...request, test: found.test, baseEnvironment: start.baseEnvironment, meanwhile: engine },
    context,
  );
  await using _workspace = closing(workspace);
  const { launchAhead, snapshotMachine, runCase } = await engine();
  // A resumed case uses the knobs that it was opened with; otherwise its trials would differ.
  const options = caseOptions(given, config, stored.machine ?? snapshotMachine(subject, workspace), stored);
  await using ahead = launchAhead(subject, workspace, launching(found.test, options, beganAt, context));
  const printing = { within: start.within, caseFlags: caseFlags(given, context.cwd) };
  const run = {
    subject,
    workspace,
    store,
    options,
    context,
    beganAt,
    launch: ahead.launch,
    outside: ahead.outside,
    ...printing,
  };
  return (await runCase(run, store.resumeCase(found.id))).diagnosis;
}

/** Progress for people before the case exists. */
const about = (doing: string, why: string): LabEvent => ({ type: 'step', phase: 'confirm', doing, why, trials: 0 });
const OPENING = about('listing the tests of the suite', 'trials select from them');
const MACHINE = about('checking which knobs work on this machine', 'some knobs need a compiler, rights or data');

const minutesOf = (given: Pick<Given, 'minutes'>, config: Config): number =>
  given.minutes ?? config.budget?.minutes ?? DEFAULTS.minutes;

const leftOf = (minutes: number, beganAt: number, { clock }: Pick<ToolContext, 'clock'>): number =>
  Math.max(1, Math.round(minutes * 60_000 - (monotonicMs(clock) - beganAt)));

/** Share of the remaining time for the scan, which has its own limit as well. */
const SCAN_SHARE = 0.05;
/** Share of the remaining time for choosing a faster launcher, which saves time there. */
const LAUNCH_SHARE = 0.25;

function launching(target: TestId, options: CaseOptions, beganAt: number, context: ToolContext): LaunchRequest {
  const { jobs, timeoutSeconds, minutes } = options;
  const within = AbortSignal.timeout(Math.round(LAUNCH_SHARE * leftOf(minutes, beganAt, context)));
  return { target, jobs, timeBoxMs: 1000 * timeoutSeconds, signal: context.signal, within };
}

/** Flags override the stored case, which overrides the config file, which overrides our defaults. */
function caseOptions(given: Given, config: Config, machine: MachineSnapshot, stored?: CaseRequest): CaseOptions {
  return {
    trials: given.trials ?? stored?.trials ?? config.budget?.trials ?? DEFAULTS.trials,
    minutes: minutesOf({ minutes: given.minutes ?? stored?.minutes }, config),
    jobs: given.jobs ?? stored?.jobs ?? config.jobs ?? DEFAULTS.jobs,
    protocol: given.protocol ?? stored?.protocol ?? 'adaptive',
    machine,
    // The code may have changed since; the case is about the code that it was opened with.
    ...(stored?.sources === undefined ? {} : { sources: stored.sources }),
    timeoutSeconds: given.timeout ?? stored?.timeoutSeconds ?? config.timeout ?? DEFAULTS.timeoutSeconds,
  };
}
