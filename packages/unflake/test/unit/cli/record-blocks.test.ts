import { expect, test } from 'vitest';
import { recordBlocks } from '../../../src/cli/printers/record-blocks.ts';
import type { CaseRecord } from '../../../src/contract/case-record.ts';
import type { TimeFinding } from '../../../src/contract/findings.ts';
import type { FixedProtocolFinding, MarkedRuns } from '../../../src/contract/fixed-protocol-finding.ts';
import { quietCase, sampleCase } from './sample-case.ts';

const { trials, findings } = sampleCase;

function blockOf(record: CaseRecord, title: string): string {
  return recordBlocks(record).find((block) => block.startsWith(title)) ?? 'no such block';
}

test('a case without findings has no blocks', () => {
  expect(recordBlocks(quietCase)).toEqual([]);
});

test('a run that was skipped is neither a pass nor a failure', () => {
  const skipped = trials.map((row) => (row.id === 't-6' ? { ...row, outcome: 'skipped' as const } : row));
  expect(blockOf({ ...sampleCase, trials: skipped.filter(({ arm }) => arm === 'suite') }, 'MULTI-RUN')).toBe(
    [
      'MULTI-RUN RESULTS',
      'Arm: suite',
      'Command: python -m pytest -p no:cacheprovider tests',
      'Runs: 5',
      'Results: ? F P F P',
      'Pass: 2, Fail: 2',
      'Fail rate: 40%',
    ].join('\n'),
  );
});

test('a record prints the command that a person would type, and a very long line is cut', () => {
  const commands = {
    alone: 'cd /shop && pytest -k total',
    suite: `pytest ${'tests/test_cart.py::test_total '.repeat(213)}`,
  };
  const blocks = recordBlocks({ ...sampleCase, findings: { ...findings, commands } });
  expect(blocks[0]).toContain('Arm: alone\nCommand: cd /shop && pytest -k total\nRuns: 5');
  expect(blocks[1]).toMatch(
    /^Command: pytest .{1993}… \(213 tests; in full by `unflake replay c-7f3k2m --trial t-6`\)$/m,
  );
});

test('the file and the second run in one process have lines of their own', () => {
  const isolate = {
    ...findings.isolate!,
    file: findings.isolate!.alone,
    twice: { first: { failures: 0, runs: 5, trials: [] }, second: { failures: 5, runs: 5, trials: [] } },
  };
  expect(blockOf({ ...sampleCase, findings: { ...findings, isolate } }, 'ISOLATION')).toBe(
    [
      'ISOLATION RESULTS',
      'Isolated (5 runs): P P P P P — fail rate: 0%',
      'In-suite (5 runs):  F P F P F — fail rate: 60%',
      'In-file (5 runs):   P P P P P — fail rate: 0%',
      'First of two in one process (5 runs): 0 failed — fail rate: 0%',
      'Second of two in one process (5 runs): 5 failed — fail rate: 100%',
    ].join('\n'),
  );
});

test('joint polluters are reported together, and a search without a find says so', () => {
  const [polluter] = findings.order!.sets[0]!;
  const joint = { ...findings.order!, steps: [], sets: [[polluter!, sampleCase.diagnosis.cleaners[0]!]] };
  expect(blockOf({ ...sampleCase, findings: { ...findings, order: joint } }, 'ORDERING')).toContain(
    'Interfering tests, all needed: test_banner (tests/test_promo.py::test_banner) + test_reset (tests/test_cache.py::test_reset)',
  );
  const nothing = { ...findings.order!, kind: 'no-order-effect' as const, steps: [], sets: [], confirmed: [] };
  expect(blockOf({ ...sampleCase, findings: { ...findings, order: nothing } }, 'ORDERING')).toBe(
    'ORDERING BISECTION\nFull suite: 212 tests before target\nInterfering test: none found (no-order-effect)',
  );
});

test('a search for setters calls them needed, and without rows its event is a pass', () => {
  const block = blockOf({ ...sampleCase, trials: [], findings: { ...findings, searched: 'brittle' } }, 'ORDERING');
  expect(block).toContain('Step 2: tests[106:211] + target → 1 run: P (here!)');
  expect(block).toContain('Needed test: test_banner (tests/test_promo.py::test_banner)');
});

test('timing says what differs: parallel, slow, or a timeout', () => {
  const lines = (change: Partial<TimeFinding>) =>
    blockOf({ ...sampleCase, findings: { ...findings, time: { ...findings.time!, ...change } } }, 'TIMING').split('\n');
  const none = { failures: 0, runs: 5, trials: [] };
  expect(lines({ parallelEffect: 'worse', serial: none })).toContain('Diagnosis: Fails only under parallel execution');
  expect(lines({ parallelEffect: 'worse' })).toContain('Diagnosis: Fails more often under parallel execution');
  expect(lines({ slowEffect: 'worse' })).toContain('Diagnosis: Fails more often with less CPU time');
  const [call] = findings.time!.durations;
  expect(lines({ timeoutLike: true, durations: [{ ...call!, flag: 'slower', ratio: 13.2 }] }).at(-1)).toBe(
    'Observation: Failing runs show the test body taking 13.2x as long as passing ones, and all end after the same time, as with a timeout.',
  );
  expect(lines({ durations: [{ ...call!, flag: 'too-few' }] }).at(-1)).toBe(
    'Observation: Too few failing or passing runs to compare their durations.',
  );
});

test('variance is computed from the runs, and notes when the slowest one failed', () => {
  const slow = trials.map((row) =>
    row.id === 't-7' ? { ...row, phases: { setup: 120, call: 2_034, teardown: 5 } } : row,
  );
  const block = blockOf({ ...sampleCase, trials: slow }, 'TIMING');
  expect(block).toContain('  Setup:    median=6ms, max=120ms (20x variance on fail runs)');
  expect(block).toContain('  Test:     median=46ms, max=2034ms (44x variance on fail runs)');
  expect(block).toContain('  Teardown: median=4ms, max=5ms (stable)');
});

test('without phases there is one line for the whole test', () => {
  const plain = trials.map(({ phases: _phases, ...row }) => row);
  expect(blockOf({ ...sampleCase, trials: plain }, 'TIMING')).toMatch(
    /Timing variance:\n {2}Test: {5}median=\d+ms, max=\d+ms \(stable\)\n\n/,
  );
});

test('a case that followed the fixed protocol has its blocks to the letter', () => {
  const marked = (marks: string): MarkedRuns => {
    const list = [...marks].map((mark) => (mark === 'P' ? 'P' : 'F'));
    return {
      marks: list,
      passed: list.filter((mark) => mark === 'P').length,
      failed: list.filter((mark) => mark === 'F').length,
      trials: ['t-6'],
    };
  };
  const fixedProtocol: FixedProtocolFinding = {
    multiRun: { ...marked('PPFPPPFPPP'), decision: 'flakiness-confirmed' },
    isolation: { isolated: marked('PPPPP'), inSuite: marked('PFPFP'), row: '', next: 'bisection' },
    bisection: {
      testsBefore: 47,
      steps: [
        { ...marked('PPP'), step: 1, from: 0, to: 23, verdict: 'not-here' },
        { ...marked('FPF'), step: 1, from: 24, to: 46, verdict: 'here' },
        { ...marked('FFP'), step: 5, from: 31, to: 31, verdict: 'confirmed' },
      ],
      interferer: sampleCase.diagnosis.polluters[0]![0]!,
      confirmed: true,
    },
    timing: {
      runs: [],
      trials: [],
      parallel: marked('FPPFP'),
      serial: marked('PPPPP'),
      diagnosis: 'Fails only under parallel execution',
      variance: [
        { phase: 'setup', median: 12, max: 340, times: 28.3, flagged: true },
        { phase: 'test', median: 148, max: 2034, times: 13.7, flagged: true },
        { phase: 'teardown', median: 8, max: 9, times: 1.1, flagged: false },
      ],
      observations: ['Failing runs show test body taking 14x longer.'],
    },
  };
  expect(recordBlocks({ ...sampleCase, findings: { ...findings, fixedProtocol } }).join('\n\n')).toMatchInlineSnapshot(`
    "MULTI-RUN RESULTS
    Arm: suite
    Command: python -m pytest -p no:cacheprovider tests
    Runs: 10
    Results: P P F P P P F P P P
    Pass: 8, Fail: 2
    Fail rate: 20%

    ISOLATION RESULTS
    Isolated (5 runs): P P P P P — fail rate: 0%
    In-suite (5 runs):  P F P F P — fail rate: 40%

    ORDERING BISECTION
    Full suite: 47 tests before target
    Step 1: tests[0:23] + target → 3 runs: P P P (not here)
    Step 1: tests[24:46] + target → 3 runs: F P F (here!)
    Step 5: test[31] + target → 3 runs: F F P (CONFIRMED)
    Interfering test: test_banner (tests/test_promo.py::test_banner)

    TIMING ANALYSIS
    Parallel mode: 5 runs → 2 failures (40% fail rate)
    Serial mode: 5 runs → 0 failures (0% fail rate)
    Diagnosis: Fails only under parallel execution

    Timing variance:
      Setup:    median=12ms, max=340ms (28x variance)
      Test:     median=148ms, max=2034ms (13x variance on fail runs)
      Teardown: median=8ms, max=9ms (stable)

    Observation: Failing runs show test body taking 14x longer."
  `);
});
