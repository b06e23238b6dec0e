/** Whether a project's tests can run on several workers: the runner may need a plugin for it, and may only share out whole files. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileOf } from '../../contract/file-of.ts';
import type { Unavailable } from '../../contract/knob.ts';
import type { RunnerAdapter } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import type { ProgramArgv } from './find-program.ts';
import { installAdvice } from './install-advice.ts';
import { isAtLeast, npmPackage } from './npm-package.ts';
import { runInFolder } from './run-in-folder.ts';
import type { Subject } from './subject.ts';

const MAX_CHECK_MS = 60_000;

/** Asks the program itself; null when nothing is lacking. */
export async function lacksForWorkers(
  { adapter, folder }: Pick<Subject, 'adapter' | 'folder'>,
  program: ProgramArgv,
  workspace: TrialWorkspace,
  signal?: AbortSignal,
): Promise<Unavailable | null> {
  const { workers } = adapter.program;
  if (workers === undefined) return null;
  const lacking = { why: `${workers.needs} is not installed`, enable: installAdvice(workers.install, folder) };
  if ('since' in workers) {
    const version = npmPackage(adapter.program, folder)?.version ?? null;
    return version === null || isAtLeast(version, workers.since) ? null : lacking;
  }
  const argv: ProgramArgv = [program[0], ...program.slice(1), ...workers.check];
  const options = { timeBoxMs: MAX_CHECK_MS, ...(signal === undefined ? {} : { signal }) };
  const { code } = await runInFolder({ argv, env: {}, cwd: folder, files: {}, reads: [] }, workspace, options);
  return code === 0 ? null : lacking;
}

/** The adapter with the abilities that it has for these tests, whose ids name files below `folder`. */
export function withWorkersOf(
  adapter: RunnerAdapter,
  tests: readonly TestId[],
  folder: string,
  lacking: Unavailable | null,
): RunnerAdapter {
  const withoutWorkers = lacking ?? oneUnit(adapter, tests, folder);
  if (withoutWorkers === null) return adapter;
  return { ...adapter, can: { ...adapter.can, workers: false, parallel: false }, withoutWorkers };
}

function oneUnit({ name, workersTake }: RunnerAdapter, tests: readonly TestId[], folder: string): Unavailable | null {
  const [file, another] = new Set(tests.map(fileOf));
  if (workersTake === undefined || file == null || another !== undefined) return null;
  const { unit, unless } = workersTake;
  const texts = [...textsAt(join(folder, file), /_test\./), ...textsAt(folder, /\.config\.|^package\.json$/)];
  if (unless !== null && texts.some((text) => unless.test(text))) return null;
  return { why: `all tests are in one ${unit}, which ${name} runs one test after another`, enable: null };
}

/** The text of a file, or of those files of a folder that are named so. */
function textsAt(path: string, name: RegExp): readonly string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) return [readFileSync(path, 'utf8')];
  if (!stat?.isDirectory()) return [];
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries.filter((entry) => entry.isFile() && name.test(entry.name));
  return files.map((entry) => readFileSync(join(path, entry.name), 'utf8'));
}
