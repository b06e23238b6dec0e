import { describe, expect, test } from 'vitest';
import { reportOf } from '../../../src/reports/reported-test.ts';
import { parseTap } from '../../../src/reports/tap.ts';

const brief = (text: string) =>
  reportOf(parseTap(text), '/p').observations.map(({ outcome, test: id }) => `${outcome} ${id}`);

describe('TAP', () => {
  test('with the plan first, last, and without a version', () => {
    expect(brief('TAP version 13\n1..2\nok 1 - a\nnot ok 2 - b\n')).toEqual(['passed a', 'failed b']);
    expect(brief('ok 1 - a\nok 2 - a\n1..2\n')).toEqual(['passed a', 'passed a\\#2']);
  });

  test('with directives', () => {
    const text = '1..4\nok 1 - a # SKIP no network\nnot ok 2 - b # TODO later\nok 3 - c # TODO done already\nok 4\n';
    expect(brief(text)).toEqual(['skipped a', 'skipped b', 'passed c', 'passed test 4']);
  });

  test('with subtests, whose parents are not tests of their own', () => {
    const text = `TAP version 13
# Subtest: outer
    ok 1 - one
    not ok 2 - two
      ---
      duration_ms: 2.5
      error: 'boom'
      stack: |-
        at f (/p/a.js:1:2)
      ...
    1..2
not ok 1 - outer
ok 2 - beside
1..2
`;
    expect(reportOf(parseTap(text), '/p')).toMatchObject({
      observations: [
        { test: 'outer > one', outcome: 'passed' },
        { test: 'outer > two', outcome: 'failed', ms: 2.5, message: 'boom\n    at f a.js:1' },
        { test: 'beside', outcome: 'passed' },
      ],
      problems: [],
    });
  });

  test.each([
    ['a plan that is not kept', '1..3\nok 1 - a\n', /incorrect number of tests/],
    ['no plan', 'ok 1 - a\n', /plan/],
    ['a bail-out', '1..2\nok 1 - a\nBail out! no database\n', /Bail out! no database/],
    ['nothing that ran', '1..0 # skipped\n', /names no test/],
    ['no TAP at all', 'make: nothing to be done\n', /plan|names no test/],
  ])('with %s is a problem', (_what, text, expected) => {
    expect(parseTap(text).problems.join('\n')).toMatch(expected);
  });
});
