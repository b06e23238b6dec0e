/** A stored case, written by hand: a victim in a pytest suite of 213 tests, polluted by one earlier test. */
import { type CaseRecord, SUBSET_ARM, type TrialRow } from '../../../src/contract/case-record.ts';
import type { Diagnosis } from '../../../src/contract/diagnosis.ts';
import type { Phase } from '../../../src/contract/events.ts';
import type { Tally } from '../../../src/contract/findings.ts';
import { testId } from '../../../src/contract/test-id.ts';
import type { TrialId } from '../../../src/contract/trial.ts';

const VICTIM = testId('tests/test_cart.py::test_total');
const POLLUTER = testId('tests/test_promo.py::test_banner');
const CLEANER = testId('tests/test_cache.py::test_reset');

const ALONE = `python -m pytest -p no:cacheprovider '${VICTIM}'`;
const SUITE = 'python -m pytest -p no:cacheprovider tests';
const PAIR = `python -m pytest -p no:cacheprovider '${POLLUTER}' '${VICTIM}'`;

/** One letter per run: P passed, F failed, T timed out, S skipped. */
function runs(
  first: number,
  phase: Phase,
  arm: string,
  letters: string,
  command: string,
  more: Partial<TrialRow> = {},
): readonly TrialRow[] {
  return [...letters].map((letter, index) => {
    const failed = letter === 'F' || letter === 'T';
    const call = 40 + (((first + index) * 7) % 11) + (failed ? 3 : 0);
    return {
      id: `t-${first + index}` as TrialId,
      phase,
      arm,
      outcome: letter === 'P' ? 'passed' : letter === 'T' ? 'timed-out' : letter === 'S' ? 'skipped' : 'failed',
      ms: call + 10,
      phases: { setup: 6, call, teardown: 4 },
      ...(failed ? { fingerprint: 'f-1c9a02be' } : {}),
      command,
      conditions: {},
      seed: 42,
      tests: arm === 'suite' ? 213 : 1,
      ...more,
    };
  });
}

function tally(rows: readonly TrialRow[]): Tally {
  const trials = rows.map(({ id }) => id);
  return {
    failures: rows.filter(({ outcome }) => outcome === 'failed' || outcome === 'timed-out').length,
    runs: rows.length,
    trials,
  };
}

const confirmAlone = runs(1, 'confirm', 'alone', 'PPPPP', ALONE);
const confirmSuite = runs(6, 'confirm', 'suite', 'PFPFP', SUITE);
const isolateAlone = runs(11, 'isolate', 'alone', 'PPPPP', ALONE);
const isolateSuite = runs(16, 'isolate', 'suite', 'FPFPF', SUITE);
const subsets = [
  { subset: '0-105', size: 106, letters: 'P', entropy: 6.9 },
  { subset: '106-211', size: 106, letters: 'F', entropy: 5.8 },
  { subset: '106-158', size: 53, letters: 'F', entropy: 4.9 },
  { subset: '106-131', size: 26, letters: 'P', entropy: 4.3 },
  { subset: '132-144', size: 13, letters: 'FP', entropy: 2.4 },
  { subset: '132-137,140', size: 7, letters: 'F', entropy: 1.1 },
  { subset: '140', size: 1, letters: 'F', entropy: 0.2 },
];
let nextTrial = 21;
const steps = subsets.flatMap(({ subset, size, letters, entropy }) =>
  [...letters].map((letter) => ({
    subset,
    size,
    event: letter === 'F',
    entropy,
    trial: `t-${nextTrial++}` as TrialId,
  })),
);
const subsetRows = steps.flatMap(({ trial, event, size }) =>
  runs(Number(trial.slice(2)), 'bisect', SUBSET_ARM, event ? 'F' : 'P', PAIR, { tests: size + 1 }),
);
const withPolluter = runs(29, 'bisect', SUBSET_ARM, 'FFFFFFFFFF', PAIR, { tests: 2 });
const without = runs(39, 'bisect', 'alone', 'PPPPPPPPPP', ALONE);
const parallel = runs(49, 'time', 'suite, workers 2', 'FPPFP', SUITE, { conditions: { workers: '2' }, tests: 213 });
const serial = runs(54, 'time', 'suite, workers serial', 'PFPPF', SUITE, {
  conditions: { workers: 'serial' },
  tests: 213,
});
const slowed = runs(59, 'time', 'alone, cpu 0.25', 'PPPPP', ALONE, { conditions: { cpu: '0.25' }, ms: 212 });
const again = runs(64, 'reproduce', 'printed, subset', 'FFFFF', PAIR, { tests: 2 });
const control = runs(69, 'reproduce', 'printed, alone', 'PPPPP', ALONE);

export const sampleDiagnosis: Diagnosis = {
  caseId: 'c-7f3k2m',
  test: VICTIM,
  runner: 'pytest',
  seed: 42,
  verdict: 'isolated',
  cause: { family: 'ordering', kind: 'victim', confidence: 0.998 },
  polluters: [[POLLUTER]],
  setters: [],
  cleaners: [CLEANER],
  factor: null,
  mechanism: null,
  sources: [],
  evidence: [
    {
      claim: 'in the suite, against alone',
      with: { failures: 5, runs: 10 },
      without: { failures: 0, runs: 10 },
      trials: ['t-6', 't-7', 't-8', 't-9', 't-10', 't-16', 't-17', 't-18'],
    },
    {
      claim: `after ${POLLUTER}, against alone`,
      with: tally(withPolluter),
      without: tally(without),
      trials: ['t-29', 't-30', 't-39'],
    },
  ],
  hypotheses: [
    {
      family: 'ordering',
      kind: 'victim',
      for: [`fails after ${POLLUTER}`, 'passes alone'],
      against: [],
      posterior: 0.998,
      status: 'confirmed',
      distinguishedBy: 'the polluter before the target, against alone: run',
    },
    {
      family: 'resource-leak',
      kind: 'handles',
      for: ['fails only in the suite'],
      against: ['one test suffices'],
      posterior: 0.0015,
      status: 'rejected',
      distinguishedBy: 'as many other tests before the target: run',
    },
    {
      family: 'timing',
      kind: 'short-wait',
      for: [],
      against: ['passes at 0.25 of a CPU'],
      posterior: 0.0005,
      status: 'rejected',
      distinguishedBy: 'less CPU time: run',
    },
  ],
  reproduce: { fails: PAIR, passes: ALONE, failRate: 1, confirmed: true, trials: ['t-64', 't-69'] },
  summary: `${VICTIM} fails when it runs after ${POLLUTER}, which leaves state behind in the same process.`,
  next: 'let the polluter undo what it sets, or let the victim set up what it needs; then prove the fix: unflake verify c-7f3k2m',
  cost: { trials: 73, testExecutions: 3_412, wallMs: 31_544 },
  notTried: [{ what: 'several polluters together', why: 'one alone explains every failure' }],
};

export const sampleCase: CaseRecord = {
  diagnosis: sampleDiagnosis,
  testsBefore: 212,
  trials: [
    confirmAlone,
    confirmSuite,
    isolateAlone,
    isolateSuite,
    subsetRows,
    withPolluter,
    without,
    parallel,
    serial,
    slowed,
    again,
    control,
  ].flat(),
  findings: {
    confirm: {
      kind: 'flaky',
      arms: { alone: tally(confirmAlone), suite: tally(confirmSuite) },
      all: { failures: 2, runs: 10 },
      interval: { low: 0.02, high: 0.6, level: 0.95 },
      band: 'sometimes',
      bound: null,
      fingerprints: [{ fingerprint: 'f-1c9a02be', count: 2, message: 'assert 110 == 100' }],
    },
    isolate: {
      verdict: 'suite-worse',
      posterior: { 'suite-worse': 0.97, 'suite-better': 0, intrinsic: 0.03, 'always-fails': 0, 'not-reproduced': 0 },
      alone: tally(isolateAlone),
      suite: tally(isolateSuite),
      file: null,
      twice: null,
      tableRow: 'Always passes | Sometimes fails',
    },
    searched: 'victim',
    order: {
      kind: 'culprits',
      sets: [[POLLUTER]],
      confirmed: [{ with: tally(withPolluter), without: tally(without) }],
      complete: true,
      suspects: [
        {
          test: POLLUTER,
          posterior: 0.991,
          before: { failures: 4, runs: 5 },
          notBefore: { failures: 0, runs: 2 },
          single: { failures: 10, runs: 10 },
        },
        {
          test: testId('tests/test_promo.py::test_code[a|b]'),
          posterior: 0.004,
          before: { failures: 3, runs: 5 },
          notBefore: { failures: 1, runs: 2 },
          single: { failures: 0, runs: 0 },
        },
      ],
      other: { pair: 0.003, size: 0.001, none: 0.001 },
      steps,
      trials: [...steps.map(({ trial }) => trial)],
    },
    cleaners: null,
    time: {
      durations: [
        {
          phase: 'call',
          flag: 'same',
          ratio: 1.06,
          interval: { low: 0.97, high: 1.14, level: 0.95 },
          p: 0.21,
          passed: { median: 45, max: 50, n: 30 },
          failed: { median: 48, max: 53, n: 24 },
          fixedRule: false,
        },
      ],
      timeoutLike: false,
      serial: tally(serial),
      parallel: tally(parallel),
      doses: [{ share: 0.25, tally: tally(slowed) }],
      parallelEffect: 'same',
      slowEffect: 'same',
    },
  },
};

/** Nothing failed; the other end of what a report must say. */
export const quietCase: CaseRecord = {
  diagnosis: {
    ...sampleDiagnosis,
    verdict: 'not-reproduced',
    cause: null,
    polluters: [],
    cleaners: [],
    evidence: [],
    hypotheses: [],
    reproduce: null,
    summary: `${VICTIM} did not fail in 60 runs; failure rate below 4.9 % (95 % confidence).`,
    next: 'bring the conditions of the place where it failed (its suite, its order, its load), or raise --trials',
    cost: { trials: 60, testExecutions: 60, wallMs: 5_250 },
    notTried: [{ what: 'less CPU time', why: 'this machine cannot stop and continue processes' }],
  },
  testsBefore: 212,
  trials: runs(1, 'confirm', 'alone', 'P'.repeat(60), ALONE),
  findings: { confirm: null, isolate: null, searched: null, order: null, cleaners: null, time: null },
};
