import { expect, test } from 'vitest';
import { logSequenceMarginal, posteriorMean } from '../../../../src/experiment/statistics/beta-binomial.ts';
import { logChoose } from '../../../../src/experiment/statistics/log-gamma.ts';

test('the probabilities of all counts add up to one', () => {
  for (const runs of [0, 1, 7, 40]) {
    let sum = 0;
    for (let failures = 0; failures <= runs; failures += 1) {
      sum += Math.exp(logChoose(runs, failures) + logSequenceMarginal({ failures, runs }));
    }
    expect(sum).toBeCloseTo(1, 12);
  }
});

test('a sequence is as likely as its runs one after the other', () => {
  let log = 0;
  let failures = 0;
  const sequence = [true, false, false, true, false];
  sequence.forEach((fails, runs) => {
    const rate = posteriorMean({ failures, runs });
    log += Math.log(fails ? rate : 1 - rate);
    failures += fails ? 1 : 0;
  });
  expect(logSequenceMarginal({ failures: 2, runs: 5 })).toBeCloseTo(log, 12);
});

test('counts that no run can give are refused', () => {
  expect(() => logSequenceMarginal({ failures: 3, runs: 2 })).toThrow('got 3 of 2');
  expect(() => logSequenceMarginal({ failures: -1, runs: 2 })).toThrow(RangeError);
  expect(() => logSequenceMarginal({ failures: 0.5, runs: 2 })).toThrow(RangeError);
});
