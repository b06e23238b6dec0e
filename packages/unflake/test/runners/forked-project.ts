/** A small project with code of others beside it, whose tests run cold and in forks. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { pythonWithPytest } from '../../../../scripts/toolchains/python.mjs';
import { rubyWithMinitest, rubyWithRspec } from '../../../../scripts/toolchains/ruby.mjs';
import type { RunnerAdapter } from '../../src/contract/runner.ts';
import type { Trial } from '../../src/contract/trial.ts';
import { cold } from '../../src/engine/launchers/cold.ts';
import { openForkServers } from '../../src/engine/launchers/fork-servers.ts';
import { seedsOf, seedVariables } from '../../src/engine/launchers/hash-seeds.ts';
import type { Launcher } from '../../src/engine/launchers/launcher.ts';
import { listTests } from '../../src/engine/subject/list-tests.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrial, type TrialOptions, type TrialRun } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { holdTimeBox } from '../held-time-box.ts';
import { SETTINGS, trialOf } from '../unit/engine/sample-trial.ts';
import { writeFiles } from './small-project.ts';

const PROBES = fileURLToPath(new URL('../../probes', import.meta.url));

export type Way = 'cold' | 'forked';

export interface ForkedProject extends AsyncDisposable {
  readonly root: string;
  readonly subject: Subject;
  readonly workspace: TrialWorkspace;
  /** Runs the tests whose ids end with these names. */
  readonly run: (
    way: Way,
    names: readonly string[],
    change?: Partial<Trial>,
    options?: TrialOptions,
  ) => Promise<TrialRun>;
  /** How many servers fit, as they have said; empty before the first. */
  readonly fitting: readonly number[];
  /** Why there are no servers. */
  readonly unfit: () => string | null;
  /** What a server leaves to its trials, with the reason. */
  readonly refused: () => Readonly<Record<string, string>>;
}

export interface Language {
  /** The interpreter, and the script in it if the runner is one; may put something into the project's folder. */
  readonly program: (root: string) => Promise<string | readonly [string, ...string[]]>;
  /** Variables with which the code in a folder is that of others. */
  readonly variables: (program: string, library: string) => Readonly<Record<string, string>>;
  readonly refused: (program: string, path: string) => Readonly<Record<string, string>>;
}

export const PYTHON: Language = {
  program: pythonWithPytest,
  variables: (_, library) => ({ PYTHONPATH: library }),
  refused: (_, path) => JSON.parse(readFileSync(path, 'utf8')).refused,
};

/** `script`: of the runner, inside node_modules; null if Node itself is the runner. `variables`: for all trials. */
export const javascript = (
  script: string | null,
  specs: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> = {},
): Language => ({
  program: async (root) => {
    if (script === null) return process.execPath;
    symlinkSync(join(await npmTools(specs), 'node_modules'), join(root, 'node_modules'));
    return [process.execPath, join(root, 'node_modules', script)];
  },
  variables: () => variables,
  refused: () => ({}),
});

const AS_JSON =
  'puts JSON.generate(Marshal.load(File.binread(ARGV[0]))[:refused].transform_keys { |k| File.basename(k, ".rb") })';

export const RUBY: Language = {
  program: async () => (await Promise.all([rubyWithRspec(), rubyWithMinitest()]))[0],
  variables: (ruby, library) => ({
    RUBYLIB: library,
    GEM_PATH: `${library}:${execFileSync(ruby, ['-e', 'print Gem.path.join(":")'], { encoding: 'utf8' })}`,
  }),
  refused: (ruby, path) => JSON.parse(execFileSync(ruby, ['-rjson', '-e', AS_JSON, path], { encoding: 'utf8' })),
};

/** `others`: path → text in a folder of others. */
export async function openForkedProject(
  language: Language,
  adapter: RunnerAdapter,
  files: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
  maxBytes?: number,
): Promise<ForkedProject> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'forked-')));
  const root = join(place, 'project');
  const library = join(place, 'site-packages');
  const cache = join(place, 'cache');
  await writeFiles(root, files);
  await writeFiles(library, others);
  const found = await language.program(root);
  const program = typeof found === 'string' ? ([found] as const) : found;
  const extraEnv = language.variables(program[0], library);
  const workspace = openWorkspace({ env: process.env, extraEnv, place: join(place, 'runs') });
  const bare = { root, folder: root, adapter, program, settings: SETTINGS, probes: PROBES, cache, suite: [] };
  const { tests: suite, problems } = await listTests(bare, workspace);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const subject = { ...bare, suite };
  const fitting: number[] = [];
  const servers = openForkServers(subject, workspace, {
    ...(maxBytes === undefined ? {} : { maxBytes }),
    onFit: (count) => fitting.push(count),
    variables: (trial) =>
      adapter.seedVariable === undefined
        ? {}
        : seedVariables(adapter.seedVariable, 0, trial, Math.min(seedsOf(adapter.seedVariable), ...fitting)),
    conditionPaysAfter: 0,
  });
  const launchers: Readonly<Record<Way, Launcher>> = { cold, forked: servers };
  return {
    root,
    subject,
    workspace,
    fitting,
    unfit: servers.unfit,
    run: (way, names, change = {}, options = {}) => {
      const tests = names.map((name) => suite.find((id) => id.endsWith(name))!);
      const trial = trialOf({ tests, watch: tests, ...change });
      return runTrial(trial, subject, { ...workspace, launcher: launchers[way] }, options);
    },
    refused() {
      const path = join(cache, `${adapter.name}-imports.json.examined`);
      return existsSync(path) ? language.refused(program[0], path) : {};
    },
    async [Symbol.asyncDispose]() {
      await servers.close();
      await workspace.close();
      rmSync(place, { recursive: true });
    },
  };
}

export const outcomesOf = ({ observations }: TrialRun): readonly string[] =>
  observations.map(({ test, outcome, message }) =>
    `${test.split(/::| > |#/).at(-1)} ${outcome} ${message ?? ''}`.trim(),
  );

/** Runs a test that writes the file `hanging` before it hangs, in a fork whose time is over as soon as the file is there. */
export async function runUntilItHangs({ root, run }: ForkedProject, name: string): Promise<TrialRun> {
  using box = holdTimeBox();
  const hanging = join(root, 'hanging');
  const running = run('forked', [name], { timeBoxMs: box.timeBoxMs });
  await box.endWhen(() => existsSync(hanging));
  rmSync(hanging);
  return running;
}
