import { expect, test } from 'vitest';
import { diagnosisText } from '../../../src/cli/printers/diagnosis-text.ts';
import type { Diagnosis } from '../../../src/contract/diagnosis.ts';
import { quietCase, sampleDiagnosis } from './sample-case.ts';

const LOOK = { color: 'off', columns: 100 } as const;
const print = (diagnosis: Diagnosis) => diagnosisText(diagnosis, LOOK);
const QUIET: Diagnosis = { ...quietCase.diagnosis, notTried: [] };

test('an isolated cause comes with counts, culprits and both commands', () => {
  expect(print(sampleDiagnosis)).toMatchInlineSnapshot(`
    "verdict    isolated: ordering / victim, 99.8 % sure
    because    tests/test_cart.py::test_total fails when it runs after tests/test_promo.py::test_banner,
               which leaves state behind in the same process.
    evidence   failed 5/10 (24–76 %) in the suite, 0/10 (0–28 %) alone
               failed 10/10 (72–100 %) after tests/test_promo.py::test_banner, 0/10 (0–28 %) alone
    polluter   tests/test_promo.py::test_banner
    cleaner    tests/test_cache.py::test_reset
    fails      python -m pytest -p no:cacheprovider 'tests/test_promo.py::test_banner' 'tests/test_cart.py::test_total'
    passes     python -m pytest -p no:cacheprovider 'tests/test_cart.py::test_total'
               both were run again as printed; the first failed 100 % of the time
    not tried  several polluters together: one alone explains every failure
    next       let the polluter undo what it sets, or let the victim set up what it needs; then prove
               the fix: unflake verify c-7f3k2m
    cost       73 trials, 3,412 test executions, 31.5 s · case c-7f3k2m · seed 42
    "
  `);
});

test('how trials were started, where something survived from one to the next', () => {
  const forked = { name: 'fork server', keeps: 'third-party-code' };
  expect(print({ ...QUIET, launcher: forked })).toContain('5.3 s, by forks of a loaded runner · case c-7f3k2m');
});

test('trials during which the host took CPU time, how many of them failed, and what became of them', () => {
  const busy = (failed: number, repeated: number): Diagnosis => ({
    ...QUIET,
    busyHost: { trials: ['t-3', 't-9'], failed, repeated },
  });
  expect(print(busy(1, 1)).replace(/\s+/g, ' ')).toContain(
    'host the host of this machine took more than a third of the CPU time during 2 of 60 trials, 1 of which failed; 1 was repeated, and only the repeat counts for a cause in time',
  );
  expect(print(busy(0, 0)).replace(/\s+/g, ' ')).toContain('2 of 60 trials, none of which failed next');
  expect(print(QUIET)).not.toContain('host of this machine');
});

test('nothing reproduced: what was tried, the bound, and the next best experiment', () => {
  expect(print(quietCase.diagnosis)).toMatchInlineSnapshot(`
    "verdict    not reproduced: it did not fail here, or not again
    because    tests/test_cart.py::test_total did not fail in 60 runs; failure rate below 4.9 % (95 %
               confidence).
    not tried  less CPU time: this machine cannot stop and continue processes
    next       bring the conditions of the place where it failed (its suite, its order, its load), or
               raise --trials
    cost       60 trials, 60 test executions, 5.3 s · case c-7f3k2m · seed 42
    "
  `);
});

test('narrowed: the remaining hypotheses, their probability, and what would distinguish them', () => {
  const narrowed: Diagnosis = {
    ...QUIET,
    verdict: 'narrowed',
    summary: 'test_total is flaky; two causes are left.',
    next: 'continue with a larger budget: --resume --trials <n>',
    hypotheses: [
      {
        ...sampleDiagnosis.hypotheses[0]!,
        posterior: 0.61,
        status: 'open',
        distinguishedBy: 'the suite backwards: not run, the budget ended',
      },
      {
        ...sampleDiagnosis.hypotheses[2]!,
        posterior: 0.33,
        status: 'open',
        distinguishedBy: 'less CPU time: not run',
      },
      { ...sampleDiagnosis.hypotheses[1]!, posterior: 0.06 },
    ],
  };
  expect(print(narrowed)).toMatchInlineSnapshot(`
    "verdict    narrowed: 2 hypotheses are open
    because    test_total is flaky; two causes are left.
    could be   ordering / victim, 61 %. To tell: the suite backwards: not run, the budget ended
    could be   timing / short-wait, 33 %. To tell: less CPU time: not run
    next       continue with a larger budget: --resume --trials <n>
    cost       60 trials, 60 test executions, 5.3 s · case c-7f3k2m · seed 42
    "
  `);
});

test('narrowed without hypotheses, as the fixed protocol ends, is not said to have 0 causes', () => {
  expect(print({ ...QUIET, verdict: 'narrowed', hypotheses: [] })).toContain('narrowed: no cause was proved');
});

test('narrowed to many: the likeliest, and how much the others weigh together', () => {
  const open = Array.from({ length: 6 }, (_, index) => ({
    ...sampleDiagnosis.hypotheses[0]!,
    status: 'open' as const,
    posterior: [0.4, 0.2, 0.15, 0.1, 0.09, 0.06][index]!,
  }));
  const lines = print({ ...QUIET, verdict: 'narrowed', hypotheses: open }).split('\n');
  expect(lines.filter((line) => line.startsWith('could be'))).toHaveLength(5);
  expect(lines).toContain('could be   2 others, together 15 %: see the report');
});

test('broken: an ordinary bug, with the command that fails', () => {
  const broken: Diagnosis = {
    ...QUIET,
    verdict: 'broken',
    summary: 'test_total always fails, alone and in the suite: an ordinary bug, not flakiness.',
    reproduce: {
      fails: 'pytest tests/test_cart.py::test_total',
      passes: '',
      failRate: 1,
      confirmed: true,
      trials: ['t-9'],
    },
    next: 'debug it like any failing test; the command above fails every time',
  };
  expect(print(broken)).toMatchInlineSnapshot(`
    "verdict    broken: it always fails: an ordinary bug, not flakiness
    because    test_total always fails, alone and in the suite: an ordinary bug, not flakiness.
    fails      pytest tests/test_cart.py::test_total
               run again as printed, it failed 100 % of the time
    next       debug it like any failing test; the command above fails every time
    cost       60 trials, 60 test executions, 5.3 s · case c-7f3k2m · seed 42
    "
  `);
});

test('blocked: the experiments cannot run', () => {
  const blocked: Diagnosis = {
    ...QUIET,
    verdict: 'blocked',
    summary: 'test_total could not be run: no trial gave it an outcome.',
    next: 'make the test run once by hand',
  };
  expect(print(blocked)).toMatchInlineSnapshot(`
    "verdict    blocked: the experiments cannot run
    because    test_total could not be run: no trial gave it an outcome.
    next       make the test run once by hand
    cost       60 trials, 60 test executions, 5.3 s · case c-7f3k2m · seed 42
    "
  `);
});

test('joint polluters, setters, a factor and a mechanism have lines of their own', () => {
  const [polluter] = sampleDiagnosis.polluters[0]!;
  const text = print({
    ...sampleDiagnosis,
    polluters: [[polluter!, sampleDiagnosis.cleaners[0]!]],
    setters: [polluter!],
    cleaners: [],
    factor: { knob: 'tz', failing: ['Asia/Kathmandu'], passing: ['UTC'] },
    mechanism: {
      kind: 'module-global',
      name: 'app.cache.USERS',
      before: '{}',
      after: "{'bob': 1}",
      provedBy: 'restore',
    },
  });
  expect(text).toContain(
    'polluters  tests/test_promo.py::test_banner\n           and tests/test_cache.py::test_reset\n',
  );
  expect(text).toContain('setter     tests/test_promo.py::test_banner\n');
  expect(text).toContain('factor     tz: fails at Asia/Kathmandu; passes at UTC\n');
  expect(text).toContain("leaks      module-global app.cache.USERS: {} → {'bob': 1} (proved by restore)\n");
});

test('a reproduction that did not hold is not presented as one', () => {
  const unconfirmed = print({
    ...sampleDiagnosis,
    reproduce: { ...sampleDiagnosis.reproduce!, failRate: 0.2, confirmed: false },
  });
  expect(unconfirmed).toContain('not confirmed: run again as printed, it failed 20 % of the time');
});

test('a passing command that fails sometimes is said to', () => {
  const staying = print({ ...sampleDiagnosis, reproduce: { ...sampleDiagnosis.reproduce!, controlFailRate: 0.2 } });
  expect(staying).toContain('both were run again as printed; the first failed 100 % of the time, the second 20 %\n');
});

test('a name with control characters cannot forge a line', () => {
  const text = print({ ...sampleDiagnosis, cleaners: ['x\u001b[2Jy\nverdict  isolated' as Diagnosis['test']] });
  expect(text).toContain('cleaner    x\\e[2Jy\\nverdict  isolated\n');
});

test('reports of detectors and messages of failures come before the counts', () => {
  const text = print({
    ...sampleDiagnosis,
    detected: [{ detector: 'data-race', says: 'two writes', where: 'a.go:3', test: null, trials: ['t-9'] }],
    failures: [
      {
        fingerprint: 'f-1',
        outcome: 'failed',
        message: 'AssertionError: assert 3 == 2\n\n    at test_total tests/test_cart.py:9',
        count: 20,
        trials: ['t-7'],
      },
      { fingerprint: 'outcome:crashed', outcome: 'crashed', message: '', count: 1, trials: ['t-8'] },
    ],
    polluterSources: [
      {
        test: sampleDiagnosis.polluters[0]![0]!,
        rule: 'python/shared-mutable-state',
        file: 'tests/test_promo.py',
        line: 7,
        text: 'CACHE["a"] = 1',
      },
    ],
  });
  const lines = text.split('\n');
  expect(lines.map((line) => line.slice(0, 11).trim()).filter((label) => label !== '')).toEqual([
    ...['verdict', 'because', 'detected', 'failure', 'evidence', 'polluter', 'leaves', 'cleaner', 'fails', 'passes'],
    ...['not tried', 'next', 'cost'],
  ]);
  expect(text).toContain('detected   data race: two writes (a.go:3), in t-9\n');
  const failure = lines.findIndex((line) => line.startsWith('failure'));
  expect(lines.slice(failure, failure + 3)).toEqual([
    'failure    20 × failed: AssertionError: assert 3 == 2',
    '                   at test_total tests/test_cart.py:9',
    '           1 × crashed: (no message)',
  ]);
  expect(text).toContain('leaves     tests/test_promo.py:7  CACHE["a"] = 1  (python/shared-mutable-state)\n');
});

test('sets of setters stay sets, and of many the first three are named', () => {
  const [polluter] = sampleDiagnosis.polluters[0]!;
  const other = sampleDiagnosis.cleaners[0]!;
  const setterSets = [[polluter!, other], [other], [polluter!], [other], [polluter!]];
  const text = print({ ...sampleDiagnosis, polluters: [], cleaners: [], setters: [polluter!, other], setterSets });
  expect(text).toContain(
    'setters    tests/test_promo.py::test_banner\n           and tests/test_cache.py::test_reset\nsetter     tests/test_cache.py::test_reset\n',
  );
  expect(text).toContain('\n           and 2 more\n');
});

test('a replay says why there is no command of the runner', () => {
  const reproduce = { ...sampleDiagnosis.reproduce!, replayedBecause: 'mocha cannot do that' };
  expect(print({ ...sampleDiagnosis, reproduce })).toContain('because mocha cannot do that');
});

test('where no hypothesis fits, that is said, and the nearest are listed', () => {
  const hypotheses = sampleDiagnosis.hypotheses.map((one) => ({ ...one, status: 'rejected' as const }));
  const text = print({ ...QUIET, verdict: 'narrowed', hypotheses });
  expect(text).toContain('verdict    narrowed: no hypothesis fits\n');
  expect(text).toContain('could be   ordering / victim, 99.8 %');
});

test('what trials left outside is named with where it is now, and what was moved away is not said to have been removed', () => {
  const leftBehind = [
    { path: '/tmp/flag', trial: 't-2', movedTo: '/tmp/unflake-left-1/flag' },
    { path: '/tmp/log', trial: 't-4', movedTo: null },
  ] as const;
  const reproduce = { ...sampleDiagnosis.reproduce!, movedAside: ['/tmp/flag'] };
  const text = print({ ...sampleDiagnosis, leftBehind, reproduce });
  expect(text).toContain('left       /tmp/flag, by t-2; it was moved to /tmp/unflake-left-1/flag\n');
  expect(text).toContain('/tmp/log, by t-4; it is still there\n');
  expect(text).toContain('both were run again with /tmp/flag moved away instead of removed; the first');
});
