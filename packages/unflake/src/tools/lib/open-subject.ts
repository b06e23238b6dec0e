/** Opens a subject for trials from a root and the user's options about its runner. Shared by every tool that runs tests. */

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFault, UnflakeError } from '../../contract/faults.ts';
import type { Project, RunnerAdapter, RunnerSettings } from '../../contract/runner.ts';
import { findAndList } from '../../engine/subject/find-and-list.ts';
import { nxEnvironment } from '../../engine/subject/nx-environment.ts';
import { openProject } from '../../engine/subject/open-project.ts';
import { plugNPlayEnvironment } from '../../engine/subject/plug-n-play.ts';
import type { Subject } from '../../engine/subject/subject.ts';
import { openWorkspace, type TrialWorkspace } from '../../engine/trial-workspace.ts';
import { cachePath } from './cache-path.ts';
import { allSuites, type Suite, suitesOf, theSuite } from './choose-suite.ts';
import { closing } from './closing.ts';
import { type Config, loadConfig } from './config.ts';
import { nearestSuites } from './nearest-suites.ts';
import { likeliest, openByTest } from './open-by-test.ts';
import type { OpenedSubject, SubjectRequest, SuiteOpened } from './opened-subject.ts';
import { suiteFiles, testsWithin } from './suite-files.ts';
import type { ToolContext } from './tool.ts';

/** Three levels up from here both in `src` and in `dist`. */
export const PROBES = fileURLToPath(new URL('../../../probes', import.meta.url));

/** The caller closes the workspace. */
export async function openSubject(request: SubjectRequest, context: ToolContext): Promise<OpenedSubject> {
  const { project, config, wanted, suites: all } = await readProject(request, context);
  const open = (suite: Suite) => openOrSubstitute(suite, wanted, { project, config, request, context });
  const { folder } = request;
  const known = folder === undefined ? all : all.filter(({ detection }) => detection.folder === folder);
  const suites = nearestSuites(known, request.near, { root: project.root, cwd: context.cwd });
  if (request.test !== undefined && suites.length > 1) {
    const found = await openByTest(
      request.test,
      context.cwd,
      likeliest(request.test, suites, project, context.cwd),
      open,
    );
    if (found !== null) return found;
  }
  return open(theSuite(suites, wanted, project.root));
}

/** Opens all suites of the project one after the other; one that cannot be opened yields a fault. */
export async function* openSuites(request: SubjectRequest, context: ToolContext): AsyncGenerator<SuiteOpened> {
  const { project, config, wanted, suites } = await readProject(request, context);
  const all = allSuites(suites, wanted, project.root);
  for (const suite of all) {
    const { folder } = suite;
    const runner = suite.adapter.name;
    try {
      const opened = await openOrSubstitute(suite, wanted, { project, config, request, context });
      await using _workspace = closing(opened.workspace);
      yield { runner: opened.subject.adapter.name, folder: opened.folder, opened, fault: null };
    } catch (error) {
      if (!isFault(error) || all.length === 1) throw error;
      yield { runner, folder, opened: null, fault: error };
    }
  }
}

async function readProject(request: SubjectRequest, context: ToolContext) {
  const project = openProject(resolve(context.cwd, request.root ?? '.'));
  const config = await loadConfig(
    project.root,
    request.config === undefined ? undefined : resolve(context.cwd, request.config),
  );
  const wanted = request.rest?.length ? 'command' : (request.runner ?? config.runner);
  return { project, config, wanted, suites: suitesOf(project, config, wanted) };
}

interface Opening {
  readonly project: Project;
  readonly config: Config;
  readonly request: SubjectRequest;
  readonly context: ToolContext;
}

/** If a runner that was not named by the user is not installed, the one with the same tests is used, with a note. */
async function openOrSubstitute(suite: Suite, wanted: string | undefined, opening: Opening): Promise<OpenedSubject> {
  const { otherwise, name } = suite.adapter;
  try {
    return await openWith(suite, opening);
  } catch (error) {
    const isAbsent = isFault(error) && error.code === 'RUNNER_NOT_INSTALLED';
    if (!isAbsent || otherwise === undefined || wanted !== undefined) throw error;
    const opened = await openWith({ ...suite, adapter: otherwise }, opening);
    const words = `${name} is not installed: ${otherwise.name} runs these tests in its place; install it with: ${suite.adapter.program.install}`;
    return { ...opened, problems: [words, ...opened.problems] };
  }
}

async function openWith(suite: Suite, { project, config, request, context }: Opening): Promise<OpenedSubject> {
  const { adapter: chosen } = suite;
  const folder = config.runners?.[chosen.name]?.folder ?? suite.folder;
  const start = join(project.root, folder);
  const workspace = openWorkspace({
    env: context.env,
    extraEnv: {
      ...plugNPlayEnvironment(start, context.env),
      ...nxEnvironment(start, cachePath(project.root, request.store, context)),
      ...config.env,
    },
    subjectFiles: (request.isolateFs ?? config.isolateFs) ? 'copy' : 'shared',
    baseEnvironment: request.baseEnvironment ?? null,
  });
  const limitMs = request.listWithinMs?.(config);
  const limit = limitMs === undefined ? null : AbortSignal.timeout(limitMs);
  try {
    const stated = settingsOf(config, chosen, request.rest);
    const settings = { ...stated, files: suiteFiles(stated.files, project, folder) };
    const adapter = chosen.withSettings?.(settings) ?? chosen.withProject?.(project, folder) ?? chosen;
    const bare: Omit<Subject, 'program'> = {
      root: project.root,
      folder: start,
      adapter,
      settings,
      probes: PROBES,
      cache: cacheOf(project, workspace, request.store, context),
      suite: [],
    };
    const signal = limit === null ? context.signal : AbortSignal.any([context.signal, limit]);
    const found = findAndList(bare, workspace, signal);
    request.meanwhile?.();
    const { listing, ...started } = await found;
    const { problems } = listing;
    const suite = testsWithin(settings.files, listing.tests, chosen);
    return { subject: { ...bare, ...started, suite }, workspace, config, problems, folder };
  } catch (error) {
    await workspace.close();
    // The signals have no fault of their own: on a timeout, the listing did not end.
    if (limit?.aborted && error === limit.reason) throw listingTooLong(chosen, limitMs!);
    throw error;
  }
}

function listingTooLong({ name }: RunnerAdapter, limitMs: number): UnflakeError {
  const words = `${name} did not list its tests within the ${(limitMs / 1000).toFixed(1)} s that were left; allow more with --minutes`;
  return new UnflakeError('SUITE_DOES_NOT_COLLECT', words, { runner: name, limitMs });
}

/** What was built from a copy is useless afterwards. */
function cacheOf(
  { root }: Project,
  { subjectFiles, baseEnvironment, folders }: TrialWorkspace,
  store: string | undefined,
  context: ToolContext,
): string {
  const kept = subjectFiles === 'shared' && baseEnvironment === null;
  return join(kept ? cachePath(root, store, context) : folders.path, 'cache');
}

function settingsOf(config: Config, adapter: RunnerAdapter, rest: readonly string[] | undefined): RunnerSettings {
  const given = config.runners?.[adapter.name];
  const command = rest?.length ? rest : (given?.command ?? []);
  const report = given?.report ?? { format: 'exit', path: null };
  return { args: given?.args ?? [], files: given?.files ?? [], command, report };
}
