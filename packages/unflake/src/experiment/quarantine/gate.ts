/**
 * Whether a job may pass although known flaky tests failed. Everything that is not a listed test's own failure, in a whole report of this run,
 * fails it. Pure.
 */
import { plural } from '../../text/plural.ts';
import {
  brokenCaps,
  covers,
  isExpired,
  type QuarantineCaps,
  type QuarantineEntry,
  type TestName,
} from './quarantine-entry.ts';

export interface NamedEntry extends QuarantineEntry {
  readonly name: TestName;
}

/** A test whose last execution failed. */
export interface FailedTest {
  readonly id: string;
  readonly name: TestName;
  readonly message: string | null;
  /** `crashed`: its process ended, and with it tests that nobody saw. `outside`: a failure that belongs to no test. */
  readonly kind: 'failed' | 'crashed' | 'outside';
}

/** How the command ended; null where only reports are judged. */
export interface CommandEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
}

export interface GateInput {
  readonly entries: readonly NamedEntry[];
  readonly caps: QuarantineCaps;
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
  /** Reports that are missing, broken, or not of this run. */
  readonly reportProblems: readonly string[];
  readonly tests: number;
  readonly minTests: number;
  readonly failed: readonly FailedTest[];
  /** Entries of which a test was in the reports, and of which one ran. */
  readonly seen: ReadonlySet<NamedEntry>;
  readonly ran: ReadonlySet<NamedEntry>;
  /** Entries whose test is known elsewhere, or cannot be known here. */
  readonly known: ReadonlySet<NamedEntry>;
  readonly command: CommandEnd | null;
  /** Codes by which the runner says that tests failed. */
  readonly testExits: readonly number[];
}

export interface Excused {
  readonly test: string;
  readonly entry: QuarantineEntry;
  readonly message: string | null;
}

export interface GateDecision {
  readonly passes: boolean;
  readonly excused: readonly Excused[];
  readonly failures: readonly { readonly test: string; readonly message: string | null }[];
  readonly problems: readonly string[];
  /** Quarantined tests that did not run; they should. */
  readonly notRun: readonly string[];
}

export function gate(input: GateInput): GateDecision {
  const { entries, today, failed, seen, ran, known } = input;
  const judged = failed.map((test) => ({ test, entry: excuseOf(test, failed, entries) }));
  const excused = judged.flatMap(({ test, entry }) =>
    entry === null ? [] : [{ test: test.id, entry: plainEntry(entry), message: test.message }],
  );
  const failures = judged.flatMap(({ test, entry }) =>
    entry === null ? [{ test: test.id, message: test.message }] : [],
  );
  const problems = [
    ...input.reportProblems,
    ...emptyReports(input),
    ...commandProblems(input),
    ...entries
      .filter((entry) => isExpired(entry, today))
      .map(({ test, until, owner }) => `the quarantine of ${test} ended on ${until} (${owner})`),
    ...entries
      .filter((entry) => !seen.has(entry) && !known.has(entry))
      .map(({ test }) => `${test} is in quarantine, and no test has this name`),
    ...brokenCaps(entries, input.caps),
  ];
  const notRun = entries.filter((entry) => seen.has(entry) && !ran.has(entry)).map(({ test }) => test);
  return { passes: failures.length === 0 && problems.length === 0, excused, failures, problems, notRun };
}

/** The entry that stands for a failure. An expired one still does, so that its problem is told once. */
function excuseOf(
  { name, kind }: FailedTest,
  failed: readonly FailedTest[],
  entries: readonly NamedEntry[],
): NamedEntry | null {
  if (kind !== 'failed') return null;
  const own = entries.find((entry) => covers(entry.name, name));
  if (own !== undefined) return own;
  // Go fails a test because of its subtests; then it is their failure.
  const parts = failed.filter((one) => one.name.file === name.file && one.name.words.startsWith(`${name.words}/`));
  const excuses = parts.map((part) => entries.find((entry) => part.kind === 'failed' && covers(entry.name, part.name)));
  return excuses.length > 0 && excuses.every((entry) => entry !== undefined) ? excuses[0]! : null;
}

function emptyReports({ tests, minTests, reportProblems }: GateInput): readonly string[] {
  if (tests === 0) return reportProblems.length === 0 ? ['the reports name no test'] : [];
  return tests < minTests ? [`the reports have ${plural(tests, 'test')}, and ${minTests} were expected`] : [];
}

/** A report cannot be trusted to be all there is when its command did not end as a runner does whose tests failed. */
function commandProblems({ command, testExits, failed }: GateInput): readonly string[] {
  if (command === null || command.code === 0) return [];
  const { code, signal, timedOut } = command;
  if (timedOut) return ['the command reached its time limit'];
  if (code === null) return [`the command was ended by ${signal ?? 'a signal'}`];
  if (!testExits.includes(code)) {
    const meant = testExits.join(', ');
    return [
      `the command ended with exit code ${code}, which does not say that tests failed (${meant} do; see \`--test-exit\`)`,
    ];
  }
  return failed.length === 0
    ? [`the command ended with exit code ${code}, and its reports have no failure that explains it`]
    : [];
}

const plainEntry = ({ name: _name, ...entry }: NamedEntry): QuarantineEntry => entry;
