/** What a history says about a test, from sequences whose truth is known. */
import { expect, test } from 'vitest';
import { assessTest } from '../../../../src/experiment/history/assess-test.ts';
import { outageOf } from '../../../../src/experiment/history/outage.ts';
import type { PastResult } from '../../../../src/experiment/history/past-result.ts';

/** A word a commit, a letter an execution: `P`, `F`, and `U` for a failure that the commit cannot have caused. */
function past(text: string, branch = 'main', from = 0): PastResult[] {
  return text.split(' ').flatMap((word, at) =>
    [...word].map((letter) => ({
      commit: `${branch}-${from + at}`,
      branch,
      atMs: (from + at) * 1_000,
      runId: from + at + (branch === 'main' ? 0 : 10_000),
      failed: letter !== 'P',
      ms: 6_000,
      unreachable: letter === 'U',
    })),
  );
}

const passes = (count: number) => Array.from({ length: count }, () => 'P').join(' ');

test.each([
  ['passes always', passes(200), 'healthy'],
  ['passed on retry twice', `${passes(50)} FP ${passes(50)} FP ${passes(10)}`, 'flaky'],
  [
    'failed alone on four commits',
    `${passes(40)} F ${passes(40)} F ${passes(40)} F ${passes(40)} F ${passes(10)}`,
    'flaky',
  ],
  ['failed alone on one commit', `${passes(100)} F ${passes(3)}`, 'healthy'],
  ['fails since three commits', `${passes(100)} F F F`, 'broken'],
  ['failed from one commit to another', `${passes(100)} F F F F ${passes(20)}`, 'fixed'],
  ['fails always', 'F F F F F', 'broken'],
  ['fails always, also when it is run again', `${passes(30)} FFF FFF`, 'broken'],
  ['was flaky, and has passed three hundred times since', `FP P FP P P FP ${passes(300)}`, 'fixed'],
  ['is flaky and broken now', `${passes(9)} FP ${passes(9)} FP ${passes(9)} FP F F F F F F F`, 'broken'],
])('a test that %s', (_what, text, status) => {
  expect(assessTest(past(text))).toMatchObject({ status });
});

test('a failure on a commit that cannot have caused it tells more than one on any commit', () => {
  const { flaky: plain } = assessTest(past(`${passes(60)} F ${passes(20)} F ${passes(20)}`));
  const { flaky, evidence } = assessTest(past(`${passes(60)} U ${passes(20)} U ${passes(20)}`));
  expect(flaky).toBeGreaterThan(plain);
  expect(evidence).toEqual({ 'same-commit': 0, undone: 0, unreachable: 2, break: 0 });
});

test('failures of a branch that is broken, between passes of another, are no flips', () => {
  const main = past(passes(60));
  const branch = past('F F F F F F', 'topic', 20);
  const both = [...main, ...branch].toSorted((a, b) => a.atMs - b.atMs);
  expect(assessTest(both)).toMatchObject({
    status: 'healthy',
    evidence: { undone: 0, break: 6 },
    failures: 0,
    runs: 60,
  });
});

test('the cost is failures on unchanged code, reruns and minutes, and nothing after it was fixed', () => {
  expect(assessTest(past(`${passes(20)} FP ${passes(20)} FP`))).toMatchObject({
    failures: 2,
    reruns: 2,
    minutesLost: expect.closeTo(0.4),
    hurt: expect.closeTo(4.4),
  });
  expect(assessTest(past(`FP P FP P P FP ${passes(300)}`))).toMatchObject({ hurt: 0 });
});

test('a flaky test began after the last commit that its rate rules out, and a broken one after its last pass', () => {
  const { began } = assessTest(past(`${passes(100)} FP P P FP P FP P P FP`));
  expect(began!.by).toBe('main-100');
  const at = Number(began!.after!.slice('main-'.length));
  expect(at).toBeGreaterThan(70);
  expect(at).toBeLessThan(95);
  expect(assessTest(past(`${passes(10)} F F F`)).began).toEqual({ after: 'main-9', by: 'main-10' });
  expect(assessTest(past('FP P FP P FP')).began).toEqual({ after: null, by: 'main-0' });
});

test.each([
  ['most tests failed', { executed: 100, failures: 60 }, [], '60 of 100 results failed'],
  [
    'the same set-up failed in a fifth of them',
    { executed: 100, failures: 20 },
    [['db', 20]],
    'the same set-up failed in 20 tests',
  ],
  ['a third failed, each for its own reason', { executed: 100, failures: 33 }, [['a', 5]], null],
  ['three of four failed, which are too few to tell', { executed: 4, failures: 3 }, [], null],
  ['one class failed in its set-up, among other failures', { executed: 100, failures: 40 }, [['db', 12]], null],
])('a run in which %s', (_what, counts, setUp, expected) => {
  expect(outageOf({ ...counts, setUp: new Map(setUp as [string, number][]) })).toBe(expected);
});
