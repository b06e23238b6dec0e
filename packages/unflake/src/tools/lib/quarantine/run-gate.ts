/** One call of `unflake quarantine gate`: runs the command, reads the reports, decides, and puts the results into the history if asked. */
import { resolve } from 'node:path';
import { openWorkspace } from '../../../engine/trial-workspace.ts';
import { gate, type NamedEntry } from '../../../experiment/quarantine/gate.ts';
import { historyNameOfId } from '../../../reports/results/history-name.ts';
import type { HistoryStore } from '../../../store/history-port.ts';
import { closing } from '../closing.ts';
import { runHere } from '../env/run-here.ts';
import { ciContext } from '../history/ci-context.ts';
import { ingest } from '../history/ingest.ts';
import { namePlace } from '../history/name-place.ts';
import { openStore } from '../open-store.ts';
import type { ToolContext } from '../tool.ts';
import { gateReports, reportStates } from './gate-reports.ts';
import { openQuarantine } from './open-quarantine.ts';
import type { QuarantineGateResult } from './results.ts';

export interface GateGiven {
  readonly root?: string | undefined;
  readonly store?: string | undefined;
  readonly config?: string | undefined;
  readonly reports: readonly string[];
  readonly rest?: readonly string[] | undefined;
  readonly timeout: number;
  readonly minTests: number;
  readonly testExit: readonly number[];
  readonly partial: boolean;
  readonly ingest: boolean;
}

export async function runGate(given: GateGiven, root: string, context: ToolContext): Promise<QuarantineGateResult> {
  const { file, caps, today } = await openQuarantine(given, context);
  const paths = given.reports.map((path) => resolve(context.cwd, path));
  const store = await openStore(root, given.store, context);
  await using _store = closing(store);
  const place = namePlace(root, ciContext(context.env)?.workspace ?? null);
  const { entries, known } = await namedEntries(file.entries, store.history, given.partial);
  const before = given.rest === undefined || given.rest.length === 0 ? null : await reportStates(paths);
  const command = before === null ? null : await runTests(given, context);
  const reports = await gateReports(paths, before, entries, place, context.cwd);
  const decision = gate({
    entries,
    caps,
    today,
    reportProblems: reports.problems,
    tests: reports.tests,
    minTests: given.minTests,
    failed: reports.failed,
    seen: reports.seen,
    ran: reports.ran,
    known,
    command,
    testExits: given.testExit,
  });
  const input = { files: reports.sound, store: given.store };
  const ingested = given.ingest && reports.sound.length > 0 ? await ingest(input, store, root, context) : null;
  return { file: file.path, tests: reports.tests, ...decision, command, ingested: ingested?.results ?? null };
}

/**
 * An entry whose test has another name now stands for that; one that the history knows need not be in these reports. A test that the
 * history does not know counts as it is written.
 */
async function namedEntries(
  listed: readonly Omit<NamedEntry, 'name'>[],
  history: HistoryStore,
  partial: boolean,
): Promise<{ readonly entries: readonly NamedEntry[]; readonly known: ReadonlySet<NamedEntry> }> {
  const entries: NamedEntry[] = [];
  const known = new Set<NamedEntry>();
  for (const entry of listed) {
    const own = historyNameOfId(entry.test);
    const test = await history.byName(own);
    const named = { ...entry, name: test === null ? own : { file: test.file, words: test.words } };
    entries.push(named);
    if (partial || test !== null) known.add(named);
  }
  return { entries, known };
}

async function runTests({ rest, timeout }: GateGiven, context: ToolContext): Promise<QuarantineGateResult['command']> {
  const [program, ...args] = rest as readonly [string, ...string[]];
  const workspace = openWorkspace({ env: context.env });
  await using _workspace = closing(workspace);
  const argv = [program, ...args] as const;
  const command = { argv, env: {}, cwd: context.cwd, files: {}, reads: [] };
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const { code, signal, timedOut, stdout, stderr } = await runHere(command, {
    workspace,
    context,
    timeBoxMs: 1_000 * timeout,
    inheritedFds: [],
    // A letter of several bytes may come in two pieces.
    onOutput: (stream, bytes) =>
      context.emit({ type: 'output', stream, text: decoders[stream].decode(bytes, { stream: true }) }),
  });
  return { argv, code, signal, timedOut, output: `${stdout}${stderr}` };
}
