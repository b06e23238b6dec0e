import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';
import { type Quarantine, type QuarantineReport, quarantine } from '../../src/quarantine.ts';
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

describe('quarantine', () => {
  const facts = { issue: '#17', owner: 'storage', until: '2030-06-30', reason: 'loses a race' };
  const lastMoment = Date.UTC(2030, 6, 1) - 1;

  function quarantined(options: Partial<Quarantine> = {}) {
    const runner = fakeRunner();
    const reports: QuarantineReport[] = [];
    const clock = new TestClock(lastMoment);
    const report = (line: QuarantineReport) => void reports.push(line);
    const flaky = quarantine({ ...facts, clock, report, ...options })(runner.test);
    return { runner, reports, clock, flaky };
  }

  test('in CI runs and reports every test, and lets none fail', async () => {
    process.env.CI = 'true';
    const { runner, reports, flaky } = quarantined();
    let ran = 0;
    flaky('passes', () => {
      ran += 1;
    });
    flaky('fails', boom);
    flaky('rejects', async () => boom());
    expect(await runner.run()).toEqual({ passes: 'passed', fails: 'passed', rejects: 'passed' });
    expect(ran).toBe(1);
    expect(reports).toEqual([
      { test: 'passes', outcome: 'passed', ...facts },
      { test: 'fails', outcome: 'failed', error: new Error('boom'), ...facts },
      { test: 'rejects', outcome: 'failed', error: new Error('boom'), ...facts },
    ]);
  });

  test('on a developer’s machine lets a test fail as usual, unless failures are ignored everywhere', async () => {
    delete process.env.CI;
    const desk = quarantined();
    desk.flaky('fails', boom);
    expect(await desk.runner.run()).toEqual({ fails: 'failed: boom' });
    expect(desk.reports).toEqual([]);
    const everywhere = quarantined({ where: 'everywhere' });
    everywhere.flaky('fails', boom);
    expect(await everywhere.runner.run()).toEqual({ fails: 'passed' });
  });

  test('fails every test from the day after its end, whether it passes or not', async () => {
    for (const value of ['true', 'false']) {
      process.env.CI = value;
      const { runner, clock, flaky, reports } = quarantined();
      flaky('passes', () => {});
      flaky('fails', boom);
      clock.advance(1);
      expect(await runner.run()).toEqual({
        passes:
          "failed: the quarantine of 'passes' ended on 2030-06-30 (#17, storage); the test passes now: lift the quarantine",
        fails: "failed: the quarantine of 'fails' ended on 2030-06-30 (#17, storage); the test still fails",
      });
      expect(reports).toEqual([]);
    }
  });

  test('prints a line by default', async () => {
    process.env.CI = 'true';
    const runner = fakeRunner();
    quarantine({ ...facts, clock: new TestClock() })(runner.test)('fails', boom);
    await runner.run();
    expect(printed).toEqual(['quarantined until 2030-06-30 (#17, storage; loses a race): fails failed: boom']);
  });

  test('works with callbacks, options, this, only and each', async () => {
    process.env.CI = 'true';
    const { runner, reports, flaky } = quarantined();
    flaky('callback', (done: (error?: Error) => void) => void setImmediate(done));
    flaky('failing callback', (done: (error?: Error) => void) => void setImmediate(() => done(new Error('late'))));
    flaky('throwing callback', (_done: unknown) => boom());
    flaky('options', { timeout: 5 }, boom);
    flaky('this', function (this: unknown) {
      expect(this).toEqual({ runner: 'fake' });
    });
    flaky.only('only', boom);
    flaky.each([1, 2])('each', (value: number) => {
      if (value === 2) boom();
    });
    const outcomes = await runner.run();
    expect(new Set(Object.values(outcomes))).toEqual(new Set(['passed']));
    expect(reports.map((line) => `${line.test} ${line.outcome}`)).toEqual([
      'callback passed',
      'failing callback failed',
      'throwing callback failed',
      'options failed',
      'this passed',
      'only failed',
      'each passed',
      'each failed',
    ]);
  });

  test('keeps what a runner reads off a body: parameters, name and text', () => {
    const { flaky } = quarantined();
    const bodies: unknown[] = [];
    const inner = Object.assign((_name: string, body: unknown) => void bodies.push(body), {});
    const original = function named({ fixture }: { fixture: number }) {
      return fixture;
    };
    quarantine({ ...facts })(inner)('x', original);
    const [changed] = bodies as (typeof original)[];
    expect(changed).not.toBe(original);
    expect([changed!.length, changed!.name, String(changed)]).toEqual([1, 'named', String(original)]);
    expect(typeof flaky).toBe('function');
  });

  test('counts a test that does not end in its own time as failed', async () => {
    process.env.CI = 'true';
    const { runner, reports, clock, flaky } = quarantined({ within: 50 });
    clock.setTime(0);
    flaky('hangs', () => new Promise(() => {}));
    flaky('hangs with a callback', (_done: unknown) => {});
    await clock.drive(runner.run());
    expect(reports.map(({ error }) => String(error))).toEqual([
      'Error: the test had not ended after 50 ms',
      'Error: the test had not ended after 50 ms',
    ]);
  });

  test('lets a test that skips itself skip', async () => {
    process.env.CI = 'true';
    const { runner, reports, flaky } = quarantined();
    class Pending extends Error {}
    flaky('mocha', () => {
      throw new Pending('sync skip');
    });
    flaky('vitest', () => {
      throw Object.assign(new Error('skip'), { code: 'VITEST_PENDING' });
    });
    expect(await runner.run()).toEqual({ mocha: 'failed: sync skip', vitest: 'failed: skip' });
    expect(reports).toEqual([]);
  });

  test.each(['issue', 'owner', 'until', 'reason'])('throws without %s', (field) => {
    for (const missing of ['', ' ', undefined]) {
      expect(() => quarantine({ ...facts, [field]: missing } as never)).toThrow(`a quarantine needs ${field}, got`);
    }
  });

  test.each(['tomorrow', '2030-02-30', '2030-6-1', '2030-06-30T12:00'])('refuses %j as its end', (until) => {
    expect(() => quarantine({ ...facts, until })).toThrow(
      `the end of a quarantine is a day as YYYY-MM-DD, got "${until}"`,
    );
  });
});
