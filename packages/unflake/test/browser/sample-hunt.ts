/** A hunt and a certification, written by hand. */
import type { CertifyResult } from '../../src/contract/certificate.ts';
import type { FlakyTest, HuntResult } from '../../src/contract/hunt.ts';
import { type TestId, testId } from '../../src/contract/test-id.ts';

const ARMS = ['suite order', 'reversed', 'shuffled', 'alone', 'workers 2', 'cpu 0.25'];

export function sampleHunt(huntId: string, caseId: string, hostile: TestId): HuntResult {
  const names = [
    'tests/test_cart.py::test_total',
    'tests/test_mail.py::test_sends',
    'tests/test_day.py::test_month_end',
  ];
  const flaky = [...names.map(testId), hostile].map((test, at) => flakyTest(test, at, caseId));
  return {
    huntId,
    runner: 'pytest',
    seed: 3,
    tests: 213,
    ended: 'budget',
    since: null,
    shard: null,
    rounds: ARMS.flatMap((arm, at) => [
      { arm, trials: [`t-${at * 2 + 1}`], ms: 9_000 - at * 1_100, found: at % 2 },
      { arm, trials: [`t-${at * 2 + 2}`], ms: 8_000, found: 0 },
    ]),
    coverage: { pairs: 12_400, of: 45_369 },
    flaky,
    broken: [
      {
        test: testId('tests/test_tax.py::test_tax'),
        place: { file: 'tests/test_tax.py', line: 3 },
        failures: 9,
        runs: 9,
        outcome: 'failed',
        message: null,
        takesDown: [],
      },
    ],
    unrepeated: [
      {
        test: testId('tests/test_net.py::test_ping'),
        place: null,
        arm: 'cpu 0.25',
        failures: 1,
        runs: 14,
        message: null,
      },
    ],
    clusters: [
      {
        id: 'k-1',
        why: 'fail after tests/test_promo.py::test_banner',
        tests: flaky.slice(0, 2).map(({ test }) => test),
        representative: flaky[0]!.test,
        caseId,
        verdict: 'isolated',
        explains: null,
        source: null,
      },
      {
        id: 'k-2',
        why: 'fail when the clock shows another day',
        tests: [flaky[2]!.test],
        representative: flaky[2]!.test,
        caseId: null,
        verdict: null,
        explains: null,
        source: null,
      },
    ],
    bounds: [{ arm: 'suite order', rounds: 2, rate: 0.78, confidence: 0.95 }],
    cost: { trials: 42, testExecutions: 8_940, wallMs: 91_500, suiteRuns: 38.6 },
    notTried: [{ what: 'workers', why: 'pytest-xdist is not installed' }],
    next: 'unflake diagnose tests/test_mail.py::test_sends',
  };
}

function flakyTest(test: TestId, at: number, caseId: string): FlakyTest {
  return {
    test,
    place: { file: 'tests/test_cart.py', line: 7 + at },
    kind: at === 0 ? 'victim' : null,
    arm: ARMS[(at + 1) % ARMS.length]!,
    arms: ARMS.map((arm, index) => ({
      arm,
      failures: index === (at + 1) % ARMS.length ? 3 : (index + at) % 3 === 0 ? 1 : 0,
      runs: 4 + index * 3,
      low: 0,
      high: 1,
    })),
    after: [],
    conditions: {},
    fingerprints: ['f-1-2-3'],
    message: 'assert 3 == 2',
    reproduce: { fails: `pytest '${test}'`, confirmed: true },
    cluster: at < 2 ? 'k-1' : 'k-2',
    caseId: at === 0 ? caseId : null,
  };
}

export function sampleCertification(certificationId: string): CertifyResult {
  const runs = { processes: 60, forks: 240, forkedFrom: 4, counted: 300, repeats: 12, turned: 20 };
  const certificate = { why: 'new', place: null, runs, arms: [], flaky: null } as const;
  return {
    certificationId,
    runner: 'pytest',
    seed: 5,
    commit: { id: '0123456789abcdef0123456789abcdef01234567', changed: false },
    since: null,
    asked: { rate: 0.01, confidence: 0.95, runs: 299 },
    ended: 'done',
    certificates: [
      {
        ...certificate,
        test: testId('tests/test_new.py::test_adds'),
        status: 'certified',
        failures: 0,
        bound: { rate: 0.00994, confidence: 0.95 },
        note: null,
      },
      {
        ...certificate,
        test: testId('tests/test_new.py::test_waits'),
        status: 'undecided',
        failures: 1,
        bound: null,
        note: 'it failed once and not again',
      },
    ],
    leftOut: 0,
    cost: { trials: 40, testExecutions: 640, wallMs: 21_000, suiteRuns: null },
    notTried: [],
    next: null,
  };
}
