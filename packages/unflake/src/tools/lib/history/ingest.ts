/** One call of `unflake ingest`: which runs, their reports, and what follows from new results. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import * as z from 'zod';
import { UnflakeError } from '../../../contract/faults.ts';
import { gitIn } from '../../../scan/history/git.ts';
import type { HistoryStore, StoredRun } from '../../../store/history-port.ts';
import type { Store } from '../../../store/port.ts';
import { checkInput } from '../envelope.ts';
import { indexPath } from '../index-place.ts';
import type { ToolContext } from '../tool.ts';
import { assessTests } from './assess-tests.ts';
import { ciContext } from './ci-context.ts';
import { type Ingested, ingestReports, type RunReports } from './ingest-reports.ts';
import { joinRenames, type Renamed } from './join-renames.ts';
import { markUnreachable } from './mark-unreachable.ts';
import { namePlace } from './name-place.ts';
import { reportFiles } from './read-report.ts';
import type { IngestResult, RunResult } from './results.ts';
import { type RunFlags, runContext } from './run-context.ts';
import { testBodies } from './test-bodies.ts';

interface IngestInput extends RunFlags {
  readonly files: readonly string[];
  readonly runs?: string | undefined;
  readonly store?: string | undefined;
}

const MAX_SHOWN_RUNS = 20;
const BODIES_AT_ONCE = 2_000;

const RUN_LINE = z.strictObject({
  files: z.array(z.string().min(1)).min(1),
  commit: z.string().min(1).optional(),
  branch: z.string().min(1).optional(),
  run: z.string().min(1).optional(),
  job: z.string().min(1).optional(),
  attempt: z.int().min(0).optional(),
  machine: z.string().min(1).optional(),
  at: z.string().min(1).optional(),
});

/** BAD_REPORT, after everything else was counted, where a file is broken. */
export async function ingest(
  given: IngestInput,
  store: Store,
  root: string,
  context: ToolContext,
): Promise<IngestResult> {
  const history = store.history;
  const ci = ciContext(context.env);
  const place = namePlace(root, ci?.workspace ?? null);
  const reports = await runsOf(given, root, context);
  const options = { place, nowMs: context.clock.currentTimeMillis(), signal: context.signal };
  const ingested = await ingestReports(history, reports, options);
  const renamed = await settle(history, ingested, root, indexOf(root, given, context), context);
  const result = {
    store: store.place,
    files: ingested.files,
    known: ingested.known,
    results: ingested.results,
    runs: ingested.runs.slice(-MAX_SHOWN_RUNS).map(({ run }) => runResult(run)),
    runCount: ingested.runs.length,
    renamed,
    broken: ingested.broken.map((one) => ({ ...one, file: relative(context.cwd, one.file) || one.file })),
  };
  if (result.broken.length > 0) throw brokenReports(result);
  return result;
}

/** What follows from new results: names that moved, failures without a reason, and what each test now is. */
async function settle(
  history: HistoryStore,
  { results, runs }: Ingested,
  root: string,
  index: string,
  context: ToolContext,
): Promise<readonly Renamed[]> {
  if (results === 0) return [];
  const stored = runs.map(({ run }) => run);
  const sources = await isCheckoutOf(stored, root);
  if (sources) await history.setBodies(await testBodies(root, await history.bodiless(BODIES_AT_ONCE)));
  const ci = ciContext(context.env);
  const renamed = await joinRenames(history, namePlace(root, ci?.workspace ?? null), sources);
  await markUnreachable(history, stored, { root, index }, context);
  await assessTests(history, context.signal);
  return renamed;
}

/** Next to the store that is named, or where `unflake index` puts it without one. */
function indexOf(root: string, { store }: IngestInput, context: ToolContext): string {
  const own = indexPath(root, { store }, context);
  return existsSync(own) ? own : indexPath(root, {}, context);
}

/** The files here say something about the newest run only if they are its commit. */
async function isCheckoutOf(runs: readonly StoredRun[], root: string): Promise<boolean> {
  const head = await gitIn(root)(['rev-parse', '--verify', '--quiet', 'HEAD']);
  return 'text' in head && runs.at(-1)?.commit === head.text.trim();
}

async function runsOf(given: IngestInput, root: string, { cwd, env }: ToolContext): Promise<readonly RunReports[]> {
  if (given.files.length === 0 && given.runs === undefined) throw noFiles();
  const ci = ciContext(env);
  const own =
    given.files.length === 0
      ? []
      : [{ run: await runContext(given, ci, root), files: await filesIn(given.files, cwd) }];
  if (given.runs === undefined) return own;
  const path = resolve(cwd, given.runs);
  const lines = (
    await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw badRuns(given.runs!, `it cannot be read (${error.code})`);
    })
  ).split('\n');
  const runs: RunReports[] = [...own];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const { files, ...flags } = lineOf(line, at + 1, given.runs);
    // The line's own words come first; a variable of this job says nothing about another run.
    runs.push({
      run: await runContext({ ...given, ...flags }, null, root),
      files: await filesIn(files, dirname(path)),
    });
  }
  return runs;
}

const filesIn = (files: readonly string[], folder: string) => reportFiles(files.map((file) => resolve(folder, file)));

function lineOf(line: string, number: number, path: string): z.output<typeof RUN_LINE> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw badRuns(path, `line ${number} is not JSON`);
  }
  return checkInput(RUN_LINE, value);
}

function badRuns(path: string, why: string): UnflakeError {
  const problems = [{ field: 'runs', value: path, expected: 'a file with a line of JSON for each run' }];
  return new UnflakeError('INVALID_INPUT', `${path}: ${why}`, { problems });
}

function noFiles(): UnflakeError {
  const problems = [{ field: 'files', value: null, expected: 'a report, or `--runs`' }];
  return new UnflakeError('INVALID_INPUT', 'no report was given', { problems });
}

export function runResult({
  commit,
  branch,
  run,
  job,
  attempt,
  machine,
  atMs,
  results,
  failures,
  incident,
}: StoredRun): RunResult {
  return { commit, branch, run, job, attempt, machine, at: new Date(atMs).toISOString(), results, failures, incident };
}

function brokenReports(result: IngestResult): UnflakeError {
  const lines = result.broken.map(({ file, line, column, why }) => `${file}:${line}:${column}: ${why}`);
  const counted = `${result.results} results of ${result.files} other files were counted`;
  const message = ['a report is broken or cut off, and nothing of it was counted:', ...lines, counted].join('\n');
  return new UnflakeError('BAD_REPORT', message, { broken: result.broken, result });
}
