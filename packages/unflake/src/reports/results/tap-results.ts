/** Reads TAP 13 and 14 piece by piece. A report without a plan, or with fewer tests than planned, is not whole. */
import { type FinalResults, Parser, type Result } from 'tap-parser';
import { planProblems, pointOf } from '../tap.ts';
import type { OnResult, ReportBreak, ReportedResult, ResultReader } from './reported-result.ts';

/** Results wait for the name of the group around them, which its last line gives. */
interface Group {
  readonly results: ReportedResult[];
  readonly parser: Parser;
}

export function tapResults(onResult: OnResult): ResultReader {
  let broken: ReportBreak | null = null;
  let line = 1;
  let found = 0;
  const breakHere = (why: string): void => {
    broken ??= { why, line, column: 1 };
  };
  const watch = (parser: Parser, emit: OnResult): void => {
    let open: Group | undefined;
    parser.on('child', (child: Parser) => {
      const group = { results: [] as ReportedResult[], parser: child };
      open = group;
      watch(child, (result) => group.results.push(result));
    });
    parser.on('assert', (point: Result) => {
      if (open !== undefined) {
        const name = point.closingTestPoint ? point.name : open.parser.name;
        for (const result of open.results) emit(inside(result, name));
        open = undefined;
      }
      if (!point.closingTestPoint) emit(resultOf(point));
    });
    parser.on('bailout', (reason: string) => breakHere(`Bail out! ${reason}`));
    parser.on('complete', (final: FinalResults) => {
      const [problem] = planProblems(final);
      if (problem !== undefined) breakHere(problem);
    });
  };
  const parser = new Parser({ strict: false });
  watch(parser, (result) => {
    found += 1;
    onResult(result);
  });
  return {
    write(text) {
      parser.write(text);
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line += 1;
      return broken;
    },
    end() {
      parser.end();
      if (broken === null && found === 0) breakHere('the TAP output names no test');
      return broken;
    },
  };
}

function resultOf(point: Result): ReportedResult {
  const { titles, outcome, ms, failure } = pointOf(point, []);
  return {
    name: { file: null, scope: '', titles },
    executions: [{ outcome, ms, ...(failure !== undefined && { failure }) }],
    atMs: null,
  };
}

function inside(result: ReportedResult, group: string): ReportedResult {
  return { ...result, name: { ...result.name, titles: [group, ...result.name.titles].filter((one) => one !== '') } };
}
