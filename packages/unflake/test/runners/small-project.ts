/** A project of a few files for one test or a few: written, asked and removed again. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Report, RunnerAdapter, RunnerSettings } from '../../src/contract/runner.ts';
import { testId } from '../../src/contract/test-id.ts';
import { type OpenProject, openProject, type RunnerProject } from '../contract/runner-arm.ts';

export interface SmallProject {
  readonly adapter: RunnerAdapter;
  readonly program: readonly [string, ...string[]];
  /** Path → text. */
  readonly files: Readonly<Record<string, string>>;
  readonly settings?: Partial<RunnerSettings>;
  /** A folder that stands for the project's own `node_modules`. */
  readonly modules?: string;
  /** What a listing would say, where another test looks at listings and to start the runner costs much. Listed unless given. */
  readonly suite?: readonly string[];
}

export type OpenSmallProject = OpenProject<RunnerProject> & { readonly suite: readonly string[] };

/** For several tests, which close it after the last. The listing is taken as the suite, so that orders are known as natural or not. */
export async function openSmallProject(small: SmallProject): Promise<OpenSmallProject> {
  const { adapter, program, files, settings = {}, modules } = small;
  const project = await openProject(adapter, async (folder) => {
    await writeFiles(folder, files);
    if (modules !== undefined) await symlink(modules, join(folder, 'node_modules'));
    return { program, settings, suite: [] };
  });
  const listing = small.suite ? { tests: small.suite.map(testId), problems: [] } : await project.list();
  const { tests: suite } = listing;
  return {
    ...project,
    suite,
    // It is known, and to take it again is to start the runner again.
    list: async () => listing,
    run: (tests, changes, options) => project.run(tests, { suite, ...changes }, options),
  };
}

/** For one test. */
export async function withProject<T>(small: SmallProject, ask: (project: OpenSmallProject) => Promise<T>): Promise<T> {
  const project = await openSmallProject(small);
  try {
    return await ask(project);
  } finally {
    await project.close();
  }
}

/** Path → text, below `folder`. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** `outcome title` of each execution, in order, with the last part of the id alone. */
export function told({ observations }: Report): readonly string[] {
  return observations.map(({ outcome, test }) => `${outcome} ${test.split(/ > |::/).at(-1)}`);
}
