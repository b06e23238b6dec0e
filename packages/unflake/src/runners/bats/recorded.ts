/**
 * Tests of BATS started as BATS starts each of them in the end, without what leads there: reading the files, choosing the tests, and the processes of the
 * suite and of the file. One run records how. A file with a set-up of its own, and a suite with one, are left to BATS.
 */
import type { BuiltProgram, CompiledRuns, RunRequest } from '../../contract/runner.ts';
import { builtPrograms } from '../built-programs.ts';
import { probeListing, streamPath } from '../probe-files.ts';
import { batsEnvironment, batsProbe } from './driver.ts';

const PLAN = 'plan';
/** Recording and the comparison take as long as six trials, and each later trial less than half. */
const PAYS_AFTER = 12;

export const recordedBats: CompiledRuns = {
  build: (context, folder, target) => {
    const command = batsProbe('record.mjs', context, probeListing(context), ['--into', folder, '--target', target]);
    return { ...command, env: { ...command.env, UNFLAKE_LIST: null } };
  },
  parseBuild: (run, context) => builtPrograms(run, streamPath(context)),
  paysAfter: PAYS_AFTER,
  called: 'starting a test without the rest of BATS',
  lacks: () => ({
    what: 'code of a file outside its tests, once more for the file',
    why: 'it runs once for each test, because tests are started without the rest of BATS',
  }),
  command: (request, context, programs) => {
    const planned = plannedTests(request, programs);
    const [first] = planned ?? [];
    if (planned === null || first === undefined || !haveOneEnvironment(planned)) return null;
    const { env, bats } = first.program;
    return {
      argv: ['bash', `${context.probes}/bats/replay.bash`, `${context.folder}/${PLAN}`, ...bats!.flags],
      env: { ...env, ...batsEnvironment },
      cwd: context.root,
      files: { [PLAN]: planOf(planned, request.repeat) },
      stdoutTo: streamPath(context),
      reads: [streamPath(context)],
    };
  },
};

interface PlannedTest {
  readonly id: string;
  readonly program: BuiltProgram;
  readonly place: number;
}

/** Null if a test was not recorded. */
function plannedTests({ tests }: RunRequest, programs: readonly BuiltProgram[]): readonly PlannedTest[] | null {
  const recorded = new Map<string, PlannedTest>();
  for (const program of programs)
    for (const [place, { id }] of (program.bats?.tests ?? []).entries()) recorded.set(id, { id, program, place });
  const planned = tests.map((id) => recorded.get(id));
  return planned.every((test) => test !== undefined) ? planned : null;
}

/** A file may set variables of BATS itself, such as its time limit, and those are for its own tests. */
function haveOneEnvironment(planned: readonly PlannedTest[]): boolean {
  return new Set(planned.map(({ program }) => JSON.stringify(Object.entries(program.env).sort()))).size === 1;
}

/** A line for each process that BATS would start, and for each of its tests. */
function planOf(planned: readonly PlannedTest[], repeat: number): string {
  const processes = inProcesses(planned).map(linesOf);
  return `${Array.from({ length: repeat }, () => processes)
    .flat(2)
    .join('\n')}\n`;
}

/** BATS runs the tests of a file in its order, and each file once. */
function inProcesses(tests: readonly PlannedTest[]): readonly (readonly PlannedTest[])[] {
  const processes: PlannedTest[][] = [];
  for (const test of tests) {
    const process = processes.at(-1);
    const last = process?.findLast(({ program }) => program === test.program);
    const fits = last === undefined || (last === process?.at(-1) && last.place < test.place);
    if (process !== undefined && fits) process.push(test);
    else processes.push([test]);
  }
  return processes;
}

function linesOf(tests: readonly PlannedTest[]): readonly string[] {
  const marker = { ev: 'process', tests: tests.map(({ id, program }) => ({ id, file: program.file })) };
  const inFile = new Map<BuiltProgram, number>();
  const lines = tests.map(({ program, place }, at) => {
    const number = (inFile.get(program) ?? 0) + 1;
    inFile.set(program, number);
    const { name } = program.bats!.tests[place]!;
    return [program.path, `${program.cwd}/${program.file}`, name, at + 1, number].join('\t');
  });
  return [JSON.stringify(marker), ...lines];
}
