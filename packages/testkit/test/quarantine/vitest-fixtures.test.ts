import { afterAll, describe, expect, test } from 'vitest';
import { type QuarantineReport, quarantine } from '../../src/quarantine.ts';

describe('quarantine of vitest’s own test function', () => {
  const reports: QuarantineReport[] = [];
  const withFixture = test.extend<{ answer: number }>({ answer: 42 });
  const flaky = quarantine({
    issue: '#1',
    owner: 'us',
    until: '2099-12-31',
    reason: 'on purpose',
    where: 'everywhere',
    report: (line) => void reports.push(line),
  })(withFixture);

  afterAll(() => {
    const lines = reports.map(({ test: name, outcome }) => `${name} ${outcome}`);
    expect(lines.sort()).toEqual([
      'each %i failed',
      'each %i passed',
      'gets its fixtures passed',
      'is forgiven failed',
    ]);
  });

  flaky('gets its fixtures', ({ answer }) => {
    expect(answer).toBe(42);
  });

  flaky('is forgiven', ({ answer }) => {
    expect(answer).toBe(41);
  });

  flaky.for([41, 42])('each %i', (value, { answer }) => {
    expect(value).toBe(answer);
  });
});
