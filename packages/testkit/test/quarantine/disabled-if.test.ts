import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { disabledIfEnvironmentVariable } from '../../src/quarantine.ts';
import { fakeRunner } from './fake-runner.ts';

let ci: string | undefined;
let warn: typeof console.warn;
let printed: string[];
beforeEach(() => {
  ci = process.env.CI;
  warn = console.warn;
  printed = [];
  console.warn = (...words: unknown[]) => void printed.push(words.join(' '));
});
afterEach(() => {
  console.warn = warn;
  if (ci === undefined) delete process.env.CI;
  else process.env.CI = ci;
});

const boom = () => {
  throw new Error('boom');
};

describe('disabledIfEnvironmentVariable', () => {
  const inCi = { named: 'CI', matches: 'true', disabledReason: '30 % loss' };

  test('skips where the variable matches, and prints the reason', async () => {
    process.env.CI = 'true';
    const runner = fakeRunner();
    disabledIfEnvironmentVariable(inCi)(runner.test)('recovers', boom);
    expect(await runner.run()).toEqual({ recovers: 'skipped' });
    expect(printed).toEqual(['disabled by CI=true: recovers: 30 % loss']);
  });

  test.each([undefined, 'false', 'truest', ''])('runs the test as it is when CI is %j', async (value) => {
    if (value === undefined) delete process.env.CI;
    else process.env.CI = value;
    const runner = fakeRunner();
    expect(disabledIfEnvironmentVariable(inCi)(runner.test)).toBe(runner.test);
  });

  test('takes a regular expression for the whole value, by default true', async () => {
    process.env.CI = 'yes';
    const runner = fakeRunner();
    disabledIfEnvironmentVariable({ ...inCi, matches: 'yes|no' })(runner.test)('a', boom);
    disabledIfEnvironmentVariable({ ...inCi, matches: 'ye' })(runner.test)('b', () => {});
    process.env.CI = 'true';
    disabledIfEnvironmentVariable({ named: 'CI', disabledReason: 'r' })(runner.test)('c', boom);
    expect(await runner.run()).toEqual({ a: 'skipped', b: 'passed', c: 'skipped' });
  });

  test.each(['named', 'matches', 'disabledReason'])('throws without %s', (field) => {
    for (const missing of ['', '  ', field === 'matches' ? null : undefined]) {
      expect(() => disabledIfEnvironmentVariable({ ...inCi, [field]: missing } as never)).toThrow(
        `disabledIfEnvironmentVariable needs ${field}, got`,
      );
    }
  });

  test('refuses a broken pattern also where the variable is not set', () => {
    const broken = { named: 'UNFLAKE_SURELY_NOT_SET', matches: '(', disabledReason: 'r' };
    expect(() => disabledIfEnvironmentVariable(broken)).toThrow(SyntaxError);
  });

  test('needs a test function that can skip', () => {
    process.env.CI = 'true';
    expect(() => disabledIfEnvironmentVariable(inCi)(() => {})).toThrow('this test function has no skip');
  });
});
