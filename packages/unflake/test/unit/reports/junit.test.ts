import { describe, expect, test } from 'vitest';
import { parseJunit } from '../../../src/reports/junit.ts';
import { reportOf } from '../../../src/reports/reported-test.ts';

const read = (text: string) => reportOf(parseJunit(text), '/p');
const brief = (text: string) => read(text).observations.map(({ outcome, test: id }) => `${outcome} ${id}`);

describe('JUnit XML', () => {
  test('with one suite as root', () => {
    const text = `<?xml version="1.0"?><testsuite name="s" tests="3">
      <testcase classname="pkg.Cart" name="adds" time="0.25"/>
      <testcase classname="pkg.Cart" name="sums"><failure type="AssertionError" message="1 != 2">at f (/p/cart.js:3:1)</failure></testcase>
      <testcase classname="pkg.Cart" name="opens"><error message="no database"/></testcase>
    </testsuite>`;
    expect(read(text)).toEqual({
      observations: [
        { test: 'pkg.Cart > adds', run: 0, outcome: 'passed', ms: 250 },
        {
          test: 'pkg.Cart > sums',
          run: 0,
          outcome: 'failed',
          ms: null,
          message: 'AssertionError: 1 != 2\n    at f cart.js:3',
          fingerprint: expect.stringMatching(/^f-/),
        },
        {
          test: 'pkg.Cart > opens',
          run: 0,
          outcome: 'errored',
          ms: null,
          message: 'no database',
          fingerprint: expect.any(String),
        },
      ],
      problems: [],
    });
  });

  test('with nested suites, whose names replace the class that Node does not write', () => {
    const text = `<testsuites>
      <testcase name="top" time="0.001" classname="test"/>
      <testsuite name="outer"><testsuite name="inner"><testcase name="leaf" classname="test"/></testsuite></testsuite>
      <testcase name="later" classname="test" failure="x"><skipped type="todo" message="true"/><failure message="x"/></testcase>
    </testsuites>`;
    expect(brief(text)).toEqual(['passed top', 'passed outer > inner > leaf', 'skipped later']);
  });

  test('with equal names, distinguished by occurrence', () => {
    const text =
      '<testsuite><testcase classname="a" name="x"/><testcase classname="a" name="x"><failure/></testcase></testsuite>';
    expect(brief(text)).toEqual(['passed a > x', 'failed a > x\\#2']);
  });

  test.each([
    ['passed', '', 'errored a > x'],
    ['failed', '<failure message="boom"/>', 'failed a > x'],
  ])('of pytest, where a test that %s has a second case for its tear-down', (_how, inside, expected) => {
    const text = `<testsuites><testsuite><testcase classname="a" name="x">${inside}</testcase>
      <testcase classname="a" name="x"><error message="failed on teardown with &quot;OSError&quot;"/></testcase></testsuite></testsuites>`;
    expect(brief(text)).toEqual([expected]);
  });

  test.each([
    ['<testsuite><testcase time="0.000"/></testsuite>', 'a case without a name is passed: no message'],
    [
      '<testsuite><testcase name="" classname="A"><error message="beforeAll"/></testcase></testsuite>',
      'a case without a name is errored: beforeAll',
    ],
  ])('with a nameless case, which is a problem and not a test: %s', (text, problem) => {
    expect(parseJunit(text)).toEqual({ tests: [], problems: [problem] });
  });

  test.each(['flakyFailure', 'rerunFailure', 'flakyError', 'rerunError'])(
    'of Surefire with a %s is a failure that was retried',
    (kind) => {
      const text = `<testsuite><testcase classname="A" name="x"><${kind} message="first"/></testcase></testsuite>`;
      expect(parseJunit(text)).toMatchObject({
        tests: [{ outcome: 'failed' }],
        problems: [],
        retried: ['A > x failed and was run again'],
      });
    },
  );

  test.each(['notrun', 'disabled'])('of CTest with status %s is skipped', (status) => {
    expect(brief(`<testsuite><testcase name="x" classname="x" status="${status}"/></testsuite>`)).toEqual([
      'skipped x > x',
    ]);
  });

  test('that is empty is a problem', () => {
    expect(parseJunit(' \n')).toEqual({ tests: [], problems: ['the JUnit report is empty'] });
  });

  test('that was cut off anywhere is a problem, and only whole cases are reported', () => {
    const text =
      '<testsuites><testsuite name="s"><testcase classname="a" name="x"/><testcase classname="a" name="y"><failure message="m">t</failure></testcase></testsuite></testsuites>';
    for (let cut = 1; cut < text.length; cut += 1) {
      const { tests, problems } = parseJunit(text.slice(0, cut));
      expect(problems).toHaveLength(1);
      expect(tests.filter(({ titles, outcome }) => titles[1] === 'y' && outcome === 'passed')).toEqual([]);
    }
  });

  test('with an undefined entity is a problem', () => {
    expect(parseJunit('<testsuite><testcase name="a" classname="b&nbsp;"/></testsuite>').problems).toHaveLength(1);
  });
});
