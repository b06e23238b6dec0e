/**
 * Reads JUnit XML piece by piece, in the dialects that test tools write, with every execution of a test that its tool ran again. ../junit.ts
 * reads the same format for trials, where a rerun is something that hides failures.
 */
import { SaxesParser } from 'saxes';
import { isFailure } from '../../contract/outcome.ts';
import { type JunitCase, openJUnitCase, outcomeOfCase } from '../junit-case.ts';
import { executionsOf } from './junit-executions.ts';
import { junitName } from './junit-name.ts';
import type { OnResult, ReportBreak, ReportedResult, ResultReader } from './reported-result.ts';
import { textShortener } from './shorten-text.ts';

interface Suite {
  readonly name: string;
  readonly file: string | null;
  readonly atMs: number | null;
  /** Failures and errors that the element claims. */
  readonly claimed: number;
  /** Failing cases inside it. */
  failing: number;
}

interface OpenCase {
  readonly found: JunitCase;
  readonly attributes: Readonly<Record<string, string>>;
  /** Children with text that says how the test ended; output is left out. */
  depth: number;
}

/** A message is kept to a few thousand characters, so more of a failure's text is never needed. */
const MAX_PART = 16 * 1024;

/** Instead of a name, for a failure that belongs to no test. */
export const OUTSIDE_TESTS = '(outside any test)';

export function junitResults(onResult: OnResult): ResultReader {
  const parser = new SaxesParser();
  const shortener = textShortener();
  const suites: Suite[] = [];
  let current: OpenCase | undefined;
  let last: ReportedResult | undefined;
  let broken: ReportBreak | null = null;
  let roots = 0;
  const breakHere = (why: string): void => {
    broken ??= { why, line: parser.line + shortener.cutLines(), column: parser.column };
  };

  parser.on('error', (error) => breakHere(error.message.replace(/^\d+:\d+: /, '')));
  parser.on('opentag', ({ name, attributes }) => {
    if (broken !== null) return;
    if (roots === 0 && name !== 'testsuite' && name !== 'testsuites')
      breakHere(`it is XML but no JUnit report: it begins with <${name}>`);
    roots += 1;
    if (name === 'testsuite') suites.push(suiteOf(attributes, suites.at(-1)));
    else if (name === 'testsuites') suites.push(suiteOf({ ...attributes, name: '' }, undefined));
    else if (name === 'testcase') current = { found: openJUnitCase(attributes), attributes, depth: 0 };
    else if (current !== undefined) {
      current.depth += 1;
      if (current.depth === 1)
        current.found.parts.push({ kind: name, type: attributes.type, message: attributes.message, text: '' });
    }
  });
  const addText = (piece: string): void => {
    const part = current?.found.parts.at(-1);
    if (part === undefined || current!.depth === 0 || part.kind === 'system-out' || part.kind === 'system-err') return;
    if (part.text.length < MAX_PART) part.text += piece.slice(0, MAX_PART);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    if (broken !== null) return;
    if (name === 'testsuite' || name === 'testsuites') closeSuite(suites.pop());
    else if (name === 'testcase' && current !== undefined) {
      closeCase(current);
      current = undefined;
    } else if (current !== undefined) current.depth -= 1;
  });

  /** A suite that counts more failures than its cases show broke outside them: it did not compile, or a hook of the whole suite failed. */
  const closeSuite = (suite: Suite | undefined): void => {
    if (suite === undefined) return;
    const outer = suites.at(-1);
    if (suite.claimed > suite.failing) {
      const says = `${suite.claimed} failures are claimed, and ${suite.failing} of its tests failed`;
      passOn({
        name: { file: suite.file, scope: suite.name, titles: [OUTSIDE_TESTS] },
        executions: [{ outcome: 'errored', ms: null, failure: { message: says } }],
        atMs: suite.atMs,
      });
      if (outer !== undefined) outer.failing += suite.claimed - suite.failing;
    }
    if (outer !== undefined) outer.failing += suite.failing;
  };

  const passOn = (result: ReportedResult): void => {
    if (last !== undefined) onResult(last);
    last = result;
  };

  /** The case before is held back, because pytest writes a failed tear-down as a second case. */
  const closeCase = ({ found, attributes }: OpenCase): void => {
    const suite = suites.at(-1);
    const executions = executionsOf(found);
    const failed = isFailure(executions.at(-1)!.outcome);
    if (failed && suite !== undefined) suite.failing += 1;
    const named = junitName({ found, attributes, suites: suites.map((one) => one.name), file: suite?.file ?? null });
    // Surefire's failing @BeforeAll, pytest's interrupted session.
    if (named === null && !failed) return;
    const outside = {
      file: suite?.file ?? null,
      scope: found.classname || (suite?.name ?? ''),
      titles: [OUTSIDE_TESTS],
    };
    const result = { name: named ?? outside, executions, atMs: suite?.atMs ?? null };
    const tearDown = outcomeOfCase(found).failure?.message?.startsWith('failed on teardown') === true;
    if (tearDown && last !== undefined && JSON.stringify(last.name) === JSON.stringify(result.name)) {
      if (!isFailure(last.executions.at(-1)!.outcome)) last = result;
      return;
    }
    passOn(result);
  };

  return {
    write(text) {
      if (broken !== null) return broken;
      parser.write(shortener.shorten(text));
      if (shortener.tooLong()) breakHere('a tag is longer than 16 MB');
      return broken;
    },
    end() {
      if (broken !== null) return broken;
      parser.write(shortener.rest());
      parser.close();
      if (broken === null && last !== undefined) onResult(last);
      return broken;
    },
  };
}

function suiteOf(attributes: Readonly<Record<string, string>>, outer: Suite | undefined): Suite {
  return {
    name: attributes.name ?? '',
    file: attributes.file ?? attributes.filepath ?? outer?.file ?? null,
    atMs: momentOf(attributes.timestamp) ?? outer?.atMs ?? null,
    claimed: count(attributes.failures) + count(attributes.errors),
    failing: 0,
  };
}

const count = (text: string | undefined): number => (/^\d+$/.test(text ?? '') ? Number(text) : 0);

/** Most writers leave out the zone; then it is UTC, as the schema of Surefire and pytest on CI have it. */
function momentOf(timestamp: string | undefined): number | null {
  if (timestamp === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(timestamp)) return null;
  const moment = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(timestamp) ? timestamp : `${timestamp}Z`);
  return Number.isFinite(moment) ? moment : null;
}
