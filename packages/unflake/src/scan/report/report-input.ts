/** What a report is made of. Everything that had to be read or run is here as data, so that the report is a function of it. */
import type { Cause, Verdict } from '../../contract/cause.ts';
import type { Count } from '../../contract/evidence.ts';
import type { LeftOut, ScanFinding, ScanProblem } from '../../contract/scan.ts';
import type { PlaceHistory } from '../../contract/scan-report.ts';
import type { CallGraph } from '../reach/call-graph.ts';

/** What a recorded case knows of its test. */
export interface KnownCase {
  readonly caseId: string;
  readonly verdict: Verdict;
  readonly cause: Cause | null;
  readonly summary: string;
  /** A failure, in the words of the runner; null when none was seen. */
  readonly message: string | null;
}

/** How often the target of one case ran and failed there, as long as no knob was turned. */
export interface CaseRuns {
  readonly caseId: string;
  readonly openedAtMs: number;
  readonly alone: Count;
  readonly suite: Count;
  /** With some tests of the suite. */
  readonly part: Count;
}

export interface KnownTest {
  readonly id: string;
  readonly from: 'given' | 'case';
  /** The newest that is closed. */
  readonly case: KnownCase | null;
  /** Of all its cases, oldest first. */
  readonly runs: readonly CaseRuns[];
}

export interface ReportInput {
  readonly findings: readonly ScanFinding[];
  readonly files: number;
  readonly lines: number;
  readonly problems: readonly ScanProblem[];
  readonly excluded: readonly LeftOut[];
  readonly tests: number;
  readonly graph: CallGraph;
  readonly known: readonly KnownTest[];
  /** With which a command of ours finds the recorded cases; a space in front of each. */
  readonly caseFlags: string;
  /** Of a file that was scanned; empty when it cannot be read any more. */
  readonly linesOf: (file: string) => readonly string[];
  readonly historyOf: (place: {
    readonly file: string;
    readonly line: number;
    readonly endLine: number;
    readonly name: string;
  }) => Promise<PlaceHistory>;
}
