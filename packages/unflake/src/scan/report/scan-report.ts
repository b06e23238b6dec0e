/** The report of a scan, in the structure that a careful person would give it: what is known, what shares a cause, what to do, what is open. */

import type { ScanFinding } from '../../contract/scan.ts';
import type { ScanReport } from '../../contract/scan-report.ts';
import type { AffectedTests } from './affected-tests.ts';
import { candidates } from './candidates.ts';
import { competingHypotheses } from './competing-hypotheses.ts';
import { criteria } from './criteria.ts';
import { diagnostics } from './diagnostics.ts';
import { executiveSummary } from './executive-summary.ts';
import { findTest } from './find-test.ts';
import { knownFlaky } from './known-flaky.ts';
import type { ReportInput } from './report-input.ts';
import { draftClasses, finishClass } from './root-causes.ts';

export async function scanReport(input: ReportInput): Promise<ScanReport> {
  const located = input.known.map((test) => ({ test, places: findTest(input.graph, test.id) }));
  const isKnown = ({ file, line }: ScanFinding) =>
    located.some(({ places }) => places.some((at) => at.file === file && at.line <= line && line <= at.endLine));
  const reaching = ({ wayOf }: AffectedTests) =>
    located.filter(({ places }) => places.some((at) => wayOf(at).length > 0)).map(({ test }) => test);
  const drafted = draftClasses(input, isKnown);
  const known = located.map(({ test, places }) => knownFlaky(test, places, drafted.classes, input));
  const classes = [];
  for (const draft of drafted.classes) classes.push(await finishClass(draft, reaching, input));
  return {
    files: input.files,
    lines: input.lines,
    tests: input.tests,
    summary: executiveSummary(classes, known, input),
    known,
    classes,
    candidates: candidates(drafted.classes, drafted.rest, input),
    hypotheses: competingHypotheses(classes, known, input),
    diagnostics: diagnostics(classes, known, input),
    criteria: criteria(classes, known, input),
    problems: input.problems,
    excluded: input.excluded,
  };
}
