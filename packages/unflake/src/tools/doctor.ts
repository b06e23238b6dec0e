/** `unflake doctor`: what works here, what is limited, and the command that fixes it. */
import { accessSync, constants } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { Diagnosis } from '../contract/diagnosis.ts';
import { EXIT } from '../contract/exit-codes.ts';
import { isFault } from '../contract/faults.ts';
import type { Knob, Machine } from '../contract/index.ts';
import { monotonicMs } from '../engine/drive/active-time.ts';
import { allKnobs, machineHere } from '../engine/machine.ts';
import { starterProgram } from '../engine/process/starter-program.ts';
import { type DetectedRunner, detectRunners } from '../engine/subject/detect-runners.ts';
import { installAdvice } from '../engine/subject/install-advice.ts';
import { lacksForWorkers } from '../engine/subject/lacks-for-workers.ts';
import { openProject } from '../engine/subject/open-project.ts';
import { programVersion } from '../engine/subject/program-version.ts';
import type { Subject } from '../engine/subject/subject.ts';
import { RUNNERS } from '../runners/index.ts';
import { plural } from '../text/plural.ts';
import { quoteWord } from '../text/shell-line.ts';
import { closing } from './lib/closing.ts';
import { listingWith } from './lib/listing-with.ts';
import { openStore } from './lib/open-store.ts';
import { openSubject } from './lib/open-subject.ts';
import { DOCTOR } from './lib/outputs/subject.ts';
import { startCheck } from './lib/start-check.ts';
import { defineTool, type ToolContext } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import type { Check, DoctorResult } from './lib/tool-results.ts';

/** A slower listing is worth a note, because every command starts with it. */
const SLOW_MS = 20_000;

export const doctorTool = defineTool({
  name: 'doctor',
  command: 'doctor',
  summary: 'check what works here: runners, knobs, store, process supervision',
  examples: [{ line: 'doctor', does: 'for the project in this folder' }],
  input: z.object({ root: PLACE.root, store: PLACE.store }),
  output: DOCTOR,
  positionals: [],
  async run(given, context): Promise<DoctorResult> {
    const project = openProject(resolve(context.cwd, given.root ?? '.'));
    const detected = detectRunners(project, RUNNERS);
    const runners: Check[] = [];
    // One after the other, because each is a full run of its tool.
    for (const runner of detected) runners.push(...(await runnerChecks(runner, project.root, given, context)));
    const none: Check = {
      what: 'runner',
      status: 'missing',
      detail: 'no test runner was recognised in this project',
      fix: 'unflake diagnose --runner command -- <your test command>',
    };
    const machine = machineHere();
    return {
      root: project.root,
      checks: [
        ...(runners.length === 0 ? [none] : runners),
        await storeCheck(project.root, given.store, context),
        supervisionCheck(),
        ...allKnobs().map((knob) => knobCheck(knob, machine)),
      ],
    };
  },
  exitCode: ({ checks }) => (canWork(checks) ? EXIT.done : EXIT.found),
});

/** One runner that lists is enough: others may be leftovers in the project. */
function canWork(checks: readonly Check[]): boolean {
  const [runners, others] = [true, false].map((wanted) =>
    checks.filter(({ what }) => what.startsWith('runner') === wanted),
  );
  const works = ({ status }: Check) => status !== 'missing';
  return runners!.some(works) && others!.every(works);
}

/** Lists the tests, because every command does that first: a runner that cannot list is of no use, whatever its version. */
async function runnerChecks(
  { adapter, detection }: DetectedRunner,
  root: string,
  given: { readonly root?: string | undefined; readonly store?: string | undefined },
  context: ToolContext,
): Promise<readonly Check[]> {
  const { folder } = detection;
  const what = `runner ${adapter.name}${folder === '.' ? '' : ` in ${folder}`}`;
  const began = monotonicMs(context.clock);
  context.emit(listingWith(adapter.name));
  try {
    const { subject, workspace, problems } = await openSubject({ ...given, runner: adapter.name, folder }, context);
    await using _workspace = closing(workspace);
    const ms = monotonicMs(context.clock) - began;
    const listed = `${plural(subject.suite.length, 'test')} listed in ${(ms / 1000).toFixed(1)} s`;
    const version = await programVersion(subject, workspace, context.signal);
    const by = [subject.program.join(' '), ...(version === null ? [] : [`version ${version}`])].join(', ');
    const detail = `${listed} by ${by} (${detection.because.join(', ')})`;
    const lacking = await lacksForWorkers(subject, subject.program, workspace, context.signal);
    const limits = [
      ...problems.slice(0, 1).map(firstLine),
      ...(problems.length > 1 ? [`${plural(problems.length - 1, 'more problem')}, see \`unflake list\``] : []),
      ...(ms > SLOW_MS ? ['every command waits that long first'] : []),
      ...(lacking === null ? [] : [`no parallel workers: ${lacking.why}`]),
    ];
    const listing: Check =
      limits.length === 0
        ? { what, status: 'ok', detail, fix: null }
        : { what, status: 'limited', detail: [detail, ...limits].join('; '), fix: lacking?.enable ?? null };
    return [listing, startCheck(subject, workspace, await lastDiagnosis(subject, given.store, context))];
  } catch (error) {
    if (!isFault(error)) throw error;
    const fix =
      error.code === 'RUNNER_NOT_INSTALLED'
        ? installAdvice(adapter.program.install, join(root, folder))
        : `unflake list --runner ${adapter.name}${folder === '.' ? '' : ` --root ${quoteWord(join(root, folder))}`}`;
    const isReplaced = error.code === 'RUNNER_NOT_INSTALLED' && adapter.otherwise !== undefined;
    const instead = isReplaced ? [`${adapter.otherwise.name} runs its tests instead`] : [];
    return [{ what, status: 'missing', detail: [firstLine(error.message), ...instead].join('; '), fix }];
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0]!.replace(/:$/, '');

/** With this runner; null without one, or where the store cannot be read, which has a check of its own. */
async function lastDiagnosis(
  { root, adapter }: Subject,
  given: string | undefined,
  context: ToolContext,
): Promise<Diagnosis | null> {
  try {
    const store = await openStore(root, given, context);
    await using _store = closing(store);
    const closed = (await store.cases()).filter(
      (one) => one.root === root && one.runner === adapter.name && one.closedAtMs !== null,
    );
    const newest = closed.toSorted((a, b) => b.closedAtMs! - a.closedAtMs!)[0];
    return newest === undefined ? null : ((await store.findCase(newest.id)).closing?.diagnosis ?? null);
  } catch (error) {
    if (!isFault(error)) throw error;
    return null;
  }
}

async function storeCheck(root: string, given: string | undefined, context: ToolContext): Promise<Check> {
  try {
    const store = await openStore(root, given, context);
    await using _store = closing(store);
    return {
      what: 'store',
      status: 'ok',
      detail: `${store.place}, ${plural((await store.cases()).length, 'case')}`,
      fix: null,
    };
  } catch (error) {
    if (!isFault(error)) throw error;
    return { what: 'store', status: 'missing', detail: error.message, fix: 'unflake … --store <another file>' };
  }
}

/** A guard adopts the processes that a test leaves behind. It is built with a C compiler; without one, /proc is searched. */
function supervisionCheck(): Check {
  const what = 'process supervision';
  try {
    accessSync('/proc/self/environ', constants.R_OK);
    if (starterProgram() !== null)
      return { what, status: 'ok', detail: 'a guard adopts and ends what a test leaves behind', fix: null };
    const detail =
      'no C compiler: what a test leaves behind is searched for, and missed if it has cleared its environment';
    return { what, status: 'limited', detail, fix: 'apt-get install gcc libc6-dev' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return {
      what,
      status: 'limited',
      detail: '/proc cannot be read: only the process group is killed',
      fix: 'mount -t proc proc /proc',
    };
  }
}

function knobCheck(knob: Knob, machine: Machine): Check {
  const what = `knob ${knob.name}`;
  const unavailable = knob.unavailable(machine);
  if (unavailable !== null) return { what, status: 'limited', detail: unavailable.why, fix: unavailable.enable };
  const settings = `settings ${[...new Set([...knob.provoke(machine), knob.pin])].join(', ')}`;
  const lacking = knob.lacks?.(machine) ?? null;
  const detail = [settings, knob.how?.(machine), lacking?.why].filter(Boolean).join('; ');
  return { what, status: lacking === null ? 'ok' : 'limited', detail, fix: lacking?.enable ?? null };
}
