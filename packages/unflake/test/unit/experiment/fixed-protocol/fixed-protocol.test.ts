import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FixedProtocolFinding } from '../../../../src/contract/fixed-protocol-finding.ts';
import { testId } from '../../../../src/contract/test-id.ts';
import { fixedProtocol } from '../../../../src/experiment/fixed-protocol/fixed-protocol.ts';
import type { FixedProtocolOptions } from '../../../../src/experiment/fixed-protocol/fixed-protocol-options.ts';
import { drivePlan, type FakeSuite, type FakeWorld, fakeMake, fakeSuite } from '../../../fake-suite.ts';

const target = testId('the target');
const before = Array.from({ length: 47 }, (_, i) => testId(`test ${i}`));

function optionsFor(suite: readonly ReturnType<typeof testId>[] = before): FixedProtocolOptions {
  const make = fakeMake(target);
  const arm = (name: string, tests: readonly ReturnType<typeof testId>[], workers?: string) => ({
    name,
    cost: 1,
    make: () => make(tests, workers ? { conditions: { workers } } : {}),
  });
  return {
    target,
    before: suite,
    alone: arm('alone', [target]),
    suite: arm('suite', [...suite, target]),
    subset: (tests) => make([...tests, target]),
    parallel: arm('parallel', [...suite, target], '4'),
    serial: arm('serial', [...suite, target], 'serial'),
  };
}

function run(
  world: Omit<FakeWorld, 'target'>,
  options = optionsFor(),
): { finding: FixedProtocolFinding; suite: FakeSuite } {
  const suite = fakeSuite({ target, ...world });
  return { suite, finding: drivePlan(fixedProtocol(options), suite.run).finding };
}

test('twenty passes alone, and five in the suite, end the protocol: it may not be flaky here', () => {
  const { finding, suite } = run({});
  expect(finding).toEqual({
    multiRun: expect.objectContaining({ decision: 'may-not-be-flaky', passed: 20, failed: 0 }),
    isolation: expect.objectContaining({ row: 'Always passes | Always passes | No failure seen' }),
    bisection: null,
    timing: null,
  });
  expect(suite.ran).toHaveLength(30);
});

test('a failure that needs another test passes twenty times alone, and is found by running the suite', () => {
  const { finding } = run({ polluters: [[before[31]!]] });
  expect(finding.multiRun).toMatchObject({ decision: 'may-not-be-flaky', passed: 20 });
  expect(finding.isolation).toMatchObject({ isolated: { failed: 0 }, inSuite: { failed: 5 }, next: 'bisection' });
  expect(finding.bisection).toMatchObject({ interferer: before[31], confirmed: true });
});

test('the decision tree reads the failures of the first ten runs', () => {
  const decisions = [1, 3, 4, 7, 8, 10].map((failures) => {
    let n = 0;
    const behave = () => {
      n += 1;
      return { outcome: n <= failures ? 'failed' : 'passed' } as const;
    };
    return run({ behave }).finding.multiRun.decision;
  });
  expect(decisions).toEqual([
    'flakiness-confirmed',
    'flakiness-confirmed',
    'highly-flaky',
    'highly-flaky',
    'likely-a-real-bug',
    'likely-a-real-bug',
  ]);
});

test('a test that always fails is reported after 10 + 5 + 5 runs', () => {
  const { finding, suite } = run({ behave: () => ({ outcome: 'failed' }) });
  expect(finding.multiRun.decision).toBe('likely-a-real-bug');
  expect(finding.isolation).toMatchObject({
    row: 'Always fails | Always fails | Not flaky — consistently broken',
    next: 'report',
  });
  expect(finding.timing).toBeNull();
  expect(suite.ran).toHaveLength(20);
});

/** Fails in the first run, so that the protocol gets past its multi-run; after that only behind the polluter. */
function onceThenPolluted(polluter: ReturnType<typeof testId>): Omit<FakeWorld, 'target'> {
  let n = 0;
  return {
    behave: (ran) => {
      n += 1;
      return { outcome: n === 1 || ran.includes(polluter) ? 'failed' : 'passed' };
    },
  };
}

test('the bisection splits as the protocol says, skips a second half that is not needed, and confirms with five runs', () => {
  const { finding } = run(onceThenPolluted(before[31]!));
  expect(finding.isolation!.next).toBe('bisection');
  const { bisection } = finding;
  expect(bisection!.steps.map(({ step, from, to, verdict, marks }) => [step, from, to, verdict, marks.length])).toEqual(
    [
      [1, 0, 23, 'not-here', 3],
      [1, 24, 46, 'here', 3],
      [2, 24, 35, 'here', 3],
      [3, 24, 29, 'not-here', 3],
      [3, 30, 35, 'here', 3],
      [4, 30, 32, 'here', 3],
      [5, 30, 31, 'here', 3],
      [6, 30, 30, 'not-here', 3],
      [6, 31, 31, 'here', 3],
      [7, 31, 31, 'confirmed', 5],
    ],
  );
  expect(bisection).toMatchObject({ testsBefore: 47, interferer: before[31], confirmed: true });
  expect(finding.timing).not.toBeNull();
});

test('when neither half fails the bisection ends without a name', () => {
  let n = 0;
  const jointly = [before[3]!, before[40]!];
  const behave: FakeWorld['behave'] = (ran) => {
    n += 1;
    return { outcome: n === 1 || jointly.every((test) => ran.includes(test)) ? 'failed' : 'passed' };
  };
  expect(run({ behave }).finding.bisection).toMatchObject({ interferer: null, confirmed: false });
});

test('whatever the polluter, a deterministic one is found in ceil(log2 47) splits at most', () => {
  fc.assert(
    fc.property(fc.nat(46), (at) => {
      const { finding } = run(onceThenPolluted(before[at]!));
      expect(finding.bisection).toMatchObject({ interferer: before[at], confirmed: true });
      expect(finding.bisection!.steps.at(-1)!.step).toBeLessThanOrEqual(7);
    }),
    { seed: 20277, numRuns: 47 },
  );
});

test('timing: five timed runs with the fixed rules, five in parallel, five serially, all exclusive', () => {
  let n = 0;
  const calls = [145, 2034, 152, 148, 148];
  const setups = [12, 11, 340, 12, 12];
  const behave: FakeWorld['behave'] = (_, trial) => {
    n += 1;
    if (trial.conditions.workers === '4') return { outcome: n % 2 ? 'failed' : 'passed' };
    if (trial.conditions.workers === 'serial') return { outcome: 'passed' };
    const at = n - 21;
    if (at < 0) return { outcome: n % 5 === 0 ? 'failed' : 'passed' };
    return {
      outcome: at === 1 ? 'failed' : 'passed',
      ms: calls[at]!,
      phases: { setup: setups[at]!, call: calls[at]!, teardown: 8 },
    };
  };
  const { finding, suite } = run({ behave });
  const timed = suite.ran.slice(20);
  expect(timed.map(({ exclusive }) => exclusive)).toEqual(new Array(15).fill(true));
  expect(finding.timing!.variance.map(({ phase, flagged, times }) => [phase, flagged, Math.round(times)])).toEqual([
    ['setup', true, 28],
    ['test', true, 14],
    ['teardown', false, 1],
  ]);
  expect(finding.timing!.diagnosis).toBe('Fails only under parallel execution');
  expect(finding.timing!.observations).toEqual([
    'Set-up takes up to 28x its median — slow resource initialization (DB, network).',
    'Failing runs show test body taking 13x longer — timeout or blocking call.',
  ]);
});

test('told to stop, the finished blocks are kept', () => {
  const suite = fakeSuite({ target, p: 1, q: 0.4 });
  const { finding } = drivePlan(fixedProtocol(optionsFor()), suite.run, { budget: 12 });
  expect(finding).toMatchObject({ multiRun: { failed: expect.any(Number) }, isolation: null, stopped: 'budget' });
  expect(finding.multiRun.marks).toHaveLength(10);
});

test('the same results give the same trials, so that resuming is replaying', () => {
  const suite = fakeSuite({ target, q: 0.3, seed: 6 });
  const once = drivePlan(fixedProtocol(optionsFor()), suite.run);
  const replayed = [...once.results];
  const again = drivePlan(fixedProtocol(optionsFor()), (trials) => replayed.splice(0, trials.length));
  expect(again.finding).toEqual(once.finding);
  expect(again.steps).toEqual(once.steps);
});

test('a skipped target is marked as neither', () => {
  const { finding } = run({ behave: () => ({ outcome: 'skipped' }) });
  expect(finding.multiRun.marks).toEqual(new Array(20).fill('?'));
});
