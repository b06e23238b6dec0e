/**
 * Parses JUnit XML in the variants that test tools write. Strict: of a broken or truncated report only the tests before the error are
 * reported.
 */
import { SaxesParser } from 'saxes';
import { type JunitCase, openJUnitCase, outcomeOfCase } from './junit-case.ts';
import type { ReportedTest, ReportText } from './reported-test.ts';

// Node writes this into every case instead of a class name.
const NO_CLASS = 'test';

export function parseJunit(text: string): ReportText {
  if (text.trim() === '') return { tests: [], problems: ['the JUnit report is empty'] };
  const parser = new SaxesParser();
  const tests: ReportedTest[] = [];
  const problems: string[] = [];
  const retried: string[] = [];
  const suites: string[] = [];
  let current: JunitCase | undefined;
  let broken = false;

  parser.on('error', (error) => {
    if (!broken) problems.push(`the JUnit report is broken or cut off: ${error.message}`);
    broken = true;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (broken) return;
    if (name === 'testsuite') suites.push(attributes.name ?? '');
    else if (name === 'testcase') current = openJUnitCase(attributes);
    else current?.parts.push({ kind: name, type: attributes.type, message: attributes.message, text: '' });
  });
  const addText = (piece: string): void => {
    const part = current?.parts.at(-1);
    if (part && !broken) part.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    if (broken) return;
    if (name === 'testsuite') suites.pop();
    else if (name === 'testcase' && current) {
      addCase(current, suites, { tests, problems, retried });
      current = undefined;
    }
  });
  parser.write(text).close();
  return { tests, problems, ...(retried.length > 0 && { retried }) };
}

interface Found {
  readonly tests: ReportedTest[];
  readonly problems: string[];
  readonly retried: string[];
}

function addCase(found: JunitCase, suites: readonly string[], { tests, problems, retried }: Found): void {
  const { outcome, failure, retried: wasRetried } = outcomeOfCase(found);
  // Surefire writes a failing @BeforeAll, and pytest an interrupted test, without a name.
  if (found.name === '') {
    problems.push(`a case without a name is ${outcome}: ${failure?.message ?? 'no message'}`);
    return;
  }
  const groups = found.classname !== '' && found.classname !== NO_CLASS ? [found.classname] : nonEmpty(suites);
  const titles = [...groups, found.name];
  if (wasRetried) retried.push(`${titles.join(' > ')} failed and was run again`);
  const test = { titles, outcome, ms: found.ms, ...(failure && { failure }) };
  const before = tests.at(-1);
  // pytest writes a second case for a test whose tear-down failed.
  if (outcome === 'errored' && failure?.message?.startsWith('failed on teardown') && sameTitles(before, test)) {
    if (before?.outcome !== 'failed') tests[tests.length - 1] = test;
  } else tests.push(test);
}

function nonEmpty(names: readonly string[]): readonly string[] {
  return names.filter((name) => name !== '');
}

function sameTitles(before: ReportedTest | undefined, test: ReportedTest): boolean {
  return JSON.stringify(before?.titles) === JSON.stringify(test.titles);
}
