/** `unflake hunt [paths…]`: finds the flaky tests of a suite within a budget. */
import { resolve } from 'node:path';
import { random } from '@unflake/testkit/random';
import { z } from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import type { HuntResult } from '../contract/hunt.ts';
import { monotonicMs } from '../engine/drive/active-time.ts';
import { LAUNCHERS, type LaunchRequest } from '../engine/launchers/choose-launcher.ts';
import { machineHere } from '../engine/machine.ts';
import type { Store, StoredHunt } from '../store/port.ts';
import { machineOfCase, snapshotMachine } from './lib/case/case-machine.ts';
import { launchAhead } from './lib/case/launch-ahead.ts';
import { openCaseSubject } from './lib/case/open-case-subject.ts';
import { caseFlags } from './lib/case-flags.ts';
import { closing } from './lib/closing.ts';
import { type HuntRequest, huntRequest, storedHuntSubject } from './lib/hunt/hunt-request.ts';
import { huntedTests } from './lib/hunt/hunted-tests.ts';
import { runHunt } from './lib/hunt/run-hunt.ts';
import { openStore } from './lib/open-store.ts';
import { HUNT } from './lib/outputs/hunt.ts';
import { defineTool, type ToolContext } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

const DEFAULTS = { rounds: 1_000, minutes: 20, jobs: 1, timeoutSeconds: 300 } as const;
/** Seeds are printed and typed, so they are short. */
const MAX_SEED = 999_999;

const input = z.object({
  ...PLACE,
  paths: z.array(z.string().min(1)).default([]).describe('Files and folders whose tests are hunted; by default all'),
  runner: z.string().min(1).optional().describe('Runner to use when the project has several'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(MAX_SEED)
    .optional()
    .describe('Repeats the random draws of an earlier hunt; by default new, and printed'),
  rounds: z.number().int().min(1).max(100_000).optional().describe(`Rounds at most; by default ${DEFAULTS.rounds}`),
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
  launcher: z
    .enum(LAUNCHERS)
    .optional()
    .describe(
      '`cold` starts each trial as a new process, the reference; by default the fastest way that agrees with it',
    ),
  isolateFs: z.boolean().optional().describe('Give each trial its own copy of the project'),
  resume: z.string().min(1).optional().describe('Resume this hunt (its id, or `latest`) instead of opening one'),
});

type Given = z.output<typeof input>;

export const huntTool = defineTool({
  name: 'hunt',
  command: 'hunt',
  summary: 'find the flaky tests of a suite within a budget',
  examples: [
    { line: 'hunt', does: 'all tests of the project' },
    { line: 'hunt tests/unit --minutes 5', does: 'the tests of one folder, for five minutes' },
    { line: 'hunt --rounds 12 --seed 42', does: 'twelve rounds, choosing the same ones again' },
    { line: 'hunt --resume latest', does: 'continue the hunt that was interrupted' },
  ],
  input,
  output: HUNT,
  positionals: ['paths'],
  run: hunt,
  exitCode: ({ flaky, rounds }) => {
    if (flaky.length > 0) return EXIT.found;
    return rounds.length === 0 ? EXIT.inconclusive : EXIT.done;
  },
});

async function hunt(given: Given, context: ToolContext): Promise<HuntResult> {
  const beganAt = context.beganAtMs ?? monotonicMs(context.clock);
  context.emit({
    type: 'step',
    phase: 'hunt',
    doing: 'listing the tests of the suite',
    why: 'rounds run all of them',
    trials: 0,
  });
  return given.resume === undefined
    ? await openAndRun(given, beganAt, context)
    : await resume(given, given.resume, beganAt, context);
}

async function openAndRun(given: Given, beganAt: number, context: ToolContext): Promise<HuntResult> {
  await using opened = await openCaseSubject(given, context);
  const { subject, workspace, config } = opened;
  const tests = huntedTests(subject, given.paths, context.cwd);
  const store = openStore(subject.root, given.store ?? config.store, context);
  await using _store = closing(store);
  const machine = machineHere(subject.adapter.name);
  const minutes = given.minutes ?? config.budget?.minutes ?? DEFAULTS.minutes;
  const request: HuntRequest = {
    runner: subject.adapter.name,
    rest: [],
    isolateFs: given.isolateFs ?? config.isolateFs ?? false,
    rounds: given.rounds ?? DEFAULTS.rounds,
    minutes,
    firstMinutes: minutes,
    jobs: given.jobs ?? config.jobs ?? DEFAULTS.jobs,
    timeoutSeconds: given.timeout ?? config.timeout ?? DEFAULTS.timeoutSeconds,
    launcher: given.launcher ?? 'fastest',
    machine: snapshotMachine(machine, subject, workspace),
  };
  const seed = given.seed ?? config.seed ?? context.entropy() % (MAX_SEED + 1);
  const newHunt = {
    root: subject.root,
    runner: subject.adapter.name,
    seed,
    suite: tests,
    options: request,
    openedAtMs: context.clock.currentTimeMillis(),
  };
  const found = store.openHunt(newHunt, random(context.entropy()));
  await using ahead = launchAhead(subject, workspace, launching(found, request, context));
  const flags = caseFlags({ root: given.root, store: given.store ?? config.store }, context.cwd);
  return await runHunt({ ...opened, store, request, machine, context, beganAt, ahead, caseFlags: flags }, found);
}

/** Opens the subject as the stored hunt did. A larger budget may be given now. */
async function resume(given: Given, name: string, beganAt: number, context: ToolContext): Promise<HuntResult> {
  const store: Store = openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
  await using _store = closing(store);
  const found = store.findHunt(name);
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
  };
  const held = store.resumeHunt(found.id);
  await using ahead = launchAhead(subject, workspace, launching(held, request, context));
  const flags = caseFlags(given, context.cwd);
  return await runHunt({ ...opened, store, request, machine, context, beganAt, ahead, caseFlags: flags }, held);
}

function launching(
  { suite, seed }: StoredHunt,
  { jobs, launcher, timeoutSeconds }: HuntRequest,
  { signal }: ToolContext,
): LaunchRequest & { readonly seed: number } {
  return { target: suite[0]!, jobs, launcher, timeBoxMs: 1000 * timeoutSeconds, signal, seed };
}
