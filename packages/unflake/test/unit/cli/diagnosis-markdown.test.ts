import { expect, test } from 'vitest';
import { diagnosisMarkdown } from '../../../src/cli/printers/diagnosis-markdown.ts';
import { githubSummary } from '../../../src/cli/printers/github-summary.ts';
import type { CaseRecord } from '../../../src/contract/case-record.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { quietCase, sampleCase } from './sample-case.ts';

test('the whole report of a case', () => {
  expect(diagnosisMarkdown(sampleCase)).toMatchInlineSnapshot(`
    "# tests/test_cart.py::test_total

    **isolated: ordering / victim, 99.8 % sure**

    tests/test_cart.py::test_total fails when it runs after tests/test_promo.py::test_banner, which leaves state behind in the same process.

    - polluter: \`tests/test_promo.py::test_banner\`
    - cleaner: \`tests/test_cache.py::test_reset\`

    ## Reproduction

    Fails:

    \`\`\`sh
    python -m pytest -p no:cacheprovider 'tests/test_promo.py::test_banner' 'tests/test_cart.py::test_total'
    \`\`\`

    Passes:

    \`\`\`sh
    python -m pytest -p no:cacheprovider 'tests/test_cart.py::test_total'
    \`\`\`

    Both were run again as printed; the first failed 100 % of the time.

    ## Evidence

    | claim | failed with | failed without | trials |
    | --- | --- | --- | --- |
    | in the suite, against alone | 5/10 (24–76 %) | 0/10 (0–28 %) | t-6 t-7 t-8 t-9 t-10 t-16 and 2 more |
    | after tests/test_promo.py::test_banner, against alone | 10/10 (72–100 %) | 0/10 (0–28 %) | t-29 t-30 t-39 |

    ## Hypotheses

    | cause | status | posterior | for | against | distinguished by |
    | --- | --- | --- | --- | --- | --- |
    | ordering / victim | confirmed | 99.8 % | fails after tests/test_promo.py::test_banner; passes alone | – | the polluter before the target, against alone: run |
    | resource-leak / handles | rejected | 0.1 % | fails only in the suite | one test suffices | as many other tests before the target: run |
    | timing / short-wait | rejected | < 0.1 % | – | passes at 0.25 of a CPU | less CPU time: run |

    ## Candidates

    | test | posterior | seen when before | when not | when only it |
    | --- | --- | --- | --- | --- |
    | \`tests/test_promo.py::test_banner\` | 99.1 % | 4/5 (38–96 %) | 0/2 (0–66 %) | 10/10 (72–100 %) |
    | \`tests/test_promo.py::test_code[a\\|b]\` | 0.4 % | 3/5 (23–88 %) | 1/2 (9–91 %) | – |

    ## Records

    \`\`\`
    MULTI-RUN RESULTS
    Arm: alone
    Command: python -m pytest -p no:cacheprovider 'tests/test_cart.py::test_total'
    Runs: 5
    Results: P P P P P
    Pass: 5, Fail: 0
    Fail rate: 0%
    \`\`\`

    \`\`\`
    MULTI-RUN RESULTS
    Arm: suite
    Command: python -m pytest -p no:cacheprovider tests
    Runs: 5
    Results: P F P F P
    Pass: 3, Fail: 2
    Fail rate: 40%
    \`\`\`

    \`\`\`
    ISOLATION RESULTS
    Isolated (5 runs): P P P P P — fail rate: 0%
    In-suite (5 runs):  F P F P F — fail rate: 60%
    \`\`\`

    \`\`\`
    ORDERING BISECTION
    Full suite: 212 tests before target
    Step 1: tests[0:105] + target → 1 run: P (not here)
    Step 2: tests[106:211] + target → 1 run: F (here!)
    Step 3: tests[106:158] + target → 1 run: F (here!)
    Step 4: tests[106:131] + target → 1 run: P (not here)
    Step 5: tests[132:144] + target → 2 runs: F P (here!)
    Step 6: tests[132:137,140] + target → 1 run: F (here!)
    Step 7: test[140] + target → 1 run: F (here!)
    Step 8: test_banner + target → 10 runs: F F F F F F F F F F (CONFIRMED)
    Interfering test: test_banner (tests/test_promo.py::test_banner)
    \`\`\`

    \`\`\`
    TIMING ANALYSIS
    Parallel mode: 5 runs → 2 failures (40% fail rate)
    Serial mode: 5 runs → 2 failures (40% fail rate)
    At 0.25 of a CPU: 5 runs → 0 failures (0% fail rate)
    Diagnosis: No effect of parallel execution or CPU speed was seen

    Timing variance:
      Setup:    median=6ms, max=6ms (stable)
      Test:     median=46ms, max=53ms (stable)
      Teardown: median=4ms, max=4ms (stable)

    Observation: Failing runs take as long as passing ones.
    \`\`\`

    ## Not tried

    - several polluters together: one alone explains every failure

    ## Next

    let the polluter undo what it sets, or let the victim set up what it needs; then prove the fix: unflake verify c-7f3k2m

    ## Cost

    73 trials, 3,412 test executions, 31.5 s. Case \`c-7f3k2m\`, runner pytest, seed 42. Each trial was a new process.
    "
  `);
});

test('a case in which nothing failed leaves out what did not happen', () => {
  expect(diagnosisMarkdown(quietCase)).toMatchInlineSnapshot(`
    "# tests/test_cart.py::test_total

    **not reproduced: it did not fail here, or not again**

    tests/test_cart.py::test_total did not fail in 60 runs; failure rate below 4.9 % (95 % confidence).

    ## Not tried

    - less CPU time: this machine cannot stop and continue processes

    ## Next

    bring the conditions of the place where it failed (its suite, its order, its load), or raise --trials

    ## Cost

    60 trials, 60 test executions, 5.3 s. Case \`c-7f3k2m\`, runner pytest, seed 42. Each trial was a new process.
    "
  `);
});

test('the summary for GitHub folds the records away', () => {
  const text = githubSummary(quietCase);
  expect(text).toMatchInlineSnapshot(`
    "### ✅ \`tests/test_cart.py::test_total\`

    **not reproduced: it did not fail here, or not again**

    tests/test_cart.py::test_total did not fail in 60 runs; failure rate below 4.9 % (95 % confidence).

    Next: bring the conditions of the place where it failed (its suite, its order, its load), or raise --trials

    <sub>60 trials, 60 test executions, 5.3 s · case c-7f3k2m · seed 42</sub>
    "
  `);
  expect(githubSummary(sampleCase)).toContain('<details><summary>Records</summary>\n\n```\nMULTI-RUN RESULTS');
});

test('a test id cannot break out of its place', () => {
  const evil = testId('a|b`c`<img src=x onerror=y>*d*\n# forged');
  const record: CaseRecord = {
    ...sampleCase,
    diagnosis: { ...sampleCase.diagnosis, test: evil, summary: `${evil} fails`, polluters: [[evil]] },
    findings: {
      ...sampleCase.findings,
      order: { ...sampleCase.findings.order!, suspects: [{ ...sampleCase.findings.order!.suspects[0]!, test: evil }] },
    },
  };
  const text = diagnosisMarkdown(record);
  expect(text.split('\n')[0]).toBe('# a\\|b\\`c\\`&lt;img src=x onerror=y\\>\\*d\\*\\\\n# forged');
  expect(text).toContain('- polluter: ``a|b`c`<img src=x onerror=y>*d*\\n# forged``');
  expect(text).toContain('| ``a\\|b`c`<img src=x onerror=y>*d*\\n# forged`` | 99.1 % |');
  expect(text).not.toContain('\n# forged');
});
