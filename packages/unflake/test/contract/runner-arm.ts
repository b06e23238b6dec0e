/** What a runner brings to the contract of runners: its adapter, and a project whose tests do what their role says. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  Listing,
  Report,
  RunnerAdapter,
  RunnerContext,
  RunnerSettings,
  RunRequest,
} from '../../src/contract/runner.ts';
import { testId } from '../../src/contract/test-id.ts';
import { type RunOptions, runCommand } from './run-command.ts';

export type Age = 'newest' | 'older';

export interface RunnerArm {
  /** As test titles say it: `jest 30`. */
  readonly name: string;
  readonly adapter: RunnerAdapter;
  /** `none exist`: neither the runner nor a plugin of it retries. */
  readonly retries: 'forced off' | 'none exist';
  /**
   * `older`: an arm beside that of the newest version, held to what versions may differ in (listing, selection, order, outcomes) and not
   * again to what our own reading of a report decides. `newest` unless said.
   */
  readonly age?: Age;
  /** `apart`: the runner goes on after a crash, though a process is not for one test alone; so one run shows them all. */
  readonly crashes?: 'apart';
  /** For a stream that is not written by our own probe: whether this line tells that a test has begun. */
  readonly begins?: (line: string, id: string) => boolean;
  /** Writes the project into an empty folder; called once. */
  readonly fixture: (folder: string) => Promise<RunnerFixture>;
}

/** What every project says of itself. */
export interface RunnerProject {
  readonly program: readonly [string, ...string[]];
  readonly settings?: Partial<RunnerSettings>;
  /** Every test, in the order in which the runner would run them. */
  readonly suite: readonly string[];
}

/** Ids by role; every one is a test of `suite`. */
export interface RunnerFixture extends RunnerProject {
  /** All pass; among them spaces, brackets, quotes, unicode, parameters, duplicate names, ` > ` and backslashes. */
  readonly odd: readonly string[];
  readonly passes: string;
  readonly fails: string;
  /** Its set-up fails. Absent where the runner knows neither set-up nor tear-down. */
  readonly errors?: string;
  readonly skips: string;
  /** Fails at first; the project asks for retries, with which it would pass. Absent where none exist. */
  readonly retried?: string;
  /** Stands before `polluter` in the same file and passes unless that ran earlier in the same process. */
  readonly victim: string;
  readonly polluter: string;
  /** Passes once per process; stands in the file of `victim`. */
  readonly selfPolluter: string;
  readonly exitsSeven: string;
  readonly exitsZero: string;
  readonly killsItself: string;
  readonly hangs: string;
}

export type OpenArm = OpenProject<RunnerFixture>;

export const PROBES = fileURLToPath(new URL('../../probes', import.meta.url));

/** The project on disk and short ways to ask its runner. */
export interface OpenProject<P extends RunnerProject> {
  readonly fixture: P;
  readonly root: string;
  readonly list: () => Promise<Listing>;
  readonly run: (
    tests: readonly string[],
    request?: Partial<RunRequest>,
    options?: Pick<RunOptions, 'timeIsUp'>,
  ) => Promise<Report>;
  /** A fresh private folder, as each trial has one. */
  readonly context: () => Promise<RunnerContext>;
  readonly close: () => Promise<void>;
}

/** Writes a project into a folder of its own, which `close` removes. */
export async function openProject<P extends RunnerProject>(
  adapter: RunnerAdapter,
  write: (folder: string) => Promise<P>,
): Promise<OpenProject<P>> {
  const home = await mkdtemp(join(tmpdir(), 'unflake-arm-'));
  const root = await mkdtemp(join(home, 'project-'));
  const fixture = await write(root);
  const context = async (): Promise<RunnerContext> => ({
    root,
    probes: PROBES,
    folder: await mkdtemp(join(home, 'trial-')),
    cache: join(home, 'cache'),
    program: fixture.program,
    settings: { args: [], files: [], command: [], report: { format: 'exit', path: null }, ...fixture.settings },
  });
  return {
    fixture,
    root,
    context,
    list: async () => {
      const place = await context();
      return adapter.parseList(await runCommand(adapter.list(place), place), place);
    },
    run: async (tests, changes, options) => {
      const place = await context();
      const request = requestFor(fixture, tests, changes);
      const raw = await runCommand(adapter.command(request, place), { folder: place.folder, ...options });
      return adapter.parse(raw, request, place);
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
}

export function requestFor(
  fixture: RunnerProject,
  tests: readonly string[],
  changes: Partial<RunRequest> = {},
): RunRequest {
  return {
    tests: tests.map(testId),
    suite: fixture.suite.map(testId),
    repeat: 1,
    conditions: {},
    seed: 1,
    ...changes,
  };
}

/** One line each, so that a difference shows as a difference of lists. */
export function outcomes({ observations }: Report): string[] {
  return observations.map(({ outcome, run, test: id }) => `${outcome} ${run} ${id}`);
}

export function inSuiteOrder({ fixture: { suite } }: OpenArm, ids: readonly string[]): readonly string[] {
  return ids.toSorted((a, b) => suite.indexOf(a) - suite.indexOf(b));
}
