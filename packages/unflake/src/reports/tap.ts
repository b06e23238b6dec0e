/** TAP 13 and 14, with subtests. A parent's test point sums up its children and is not a test of its own, unless it has none. */
import { type FinalResults, Parser, type Result } from 'tap-parser';
import type { Failure } from './fingerprint.ts';
import type { ReportedTest, ReportText } from './reported-test.ts';

type TapEvent = readonly [name: string, ...data: readonly unknown[]];

export function parseTap(text: string): ReportText {
  const events: readonly TapEvent[] = Parser.parse(text);
  const tests: ReportedTest[] = [];
  const problems: string[] = [];
  read(events, [], tests, problems);
  if (tests.length === 0 && problems.length === 0) problems.push('the TAP output names no test');
  return { tests, problems };
}

function read(
  events: readonly TapEvent[],
  parents: readonly string[],
  tests: ReportedTest[],
  problems: string[],
): void {
  events.forEach(([name, value], index) => {
    if (name === 'child') {
      const inner = value as readonly TapEvent[];
      const before = { tests: tests.length, problems: problems.length };
      const title = closingName(events.slice(index + 1)) ?? subtestName(inner) ?? '';
      read(inner, [...parents, title], tests, problems);
      if (tests.length === before.tests && problems.length === before.problems) {
        problems.push(`the subtest '${title}' names no test`);
      }
    } else if (name === 'assert') {
      const point = value as Result;
      if (!point.closingTestPoint) tests.push(pointOf(point, parents));
    } else if (name === 'bailout') problems.push(`Bail out! ${String(value)}`);
    else if (name === 'complete') problems.push(...planProblems(value as FinalResults));
  });
}

/** One test point, in groups of these names. */
export function pointOf(point: Result, parents: readonly string[]): ReportedTest {
  const titles = [...parents, point.name || `test ${point.id}`];
  const skipped = Boolean(point.skip) || (Boolean(point.todo) && !point.ok);
  const outcome = skipped ? 'skipped' : point.ok ? 'passed' : 'failed';
  return { titles, outcome, ms: point.time ?? null, ...(outcome === 'failed' && { failure: failureOf(point) }) };
}

function failureOf({ diag, name }: Result): Failure {
  const fields = (diag ?? {}) as Record<string, unknown>;
  const message = [fields.error, fields.message].find((text) => typeof text === 'string') ?? `not ok: ${name}`;
  return {
    ...(typeof fields.name === 'string' && { type: fields.name }),
    message: String(message),
    ...(typeof fields.stack === 'string' && { stack: fields.stack }),
  };
}

/** No plan, a plan that does not match, or numbers out of range: the run may have been cut off. */
export function planProblems({ failures, plan, count, bailout }: FinalResults): readonly string[] {
  const problems = failures.flatMap((failure) =>
    'tapError' in failure && failure.tapError ? [`TAP: ${failure.tapError}`] : [],
  );
  const noPlan = plan.end === null && !plan.skipAll && count > 0 && problems.length === 0 && !bailout;
  return noPlan ? ['TAP: no plan'] : problems;
}

function closingName(rest: readonly TapEvent[]): string | undefined {
  const [name, value] = rest[0] ?? [];
  return name === 'assert' && (value as Result).closingTestPoint ? (value as Result).name : undefined;
}

function subtestName(events: readonly TapEvent[]): string | undefined {
  const comment = events.find(([name]) => name === 'comment');
  return /^# Subtest: (.*)/.exec(String(comment?.[1] ?? ''))?.[1];
}
