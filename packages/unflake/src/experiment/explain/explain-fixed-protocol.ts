/**
 * Maps the result of the fixed protocol to our verdicts. Its counts are small and fixed, so what it calls confirmed becomes `narrowed`:
 * nothing is `isolated` without the proof that our own verdict requires.
 */
import type { Verdict } from '../../contract/cause.ts';
import type { Evidence } from '../../contract/evidence.ts';
import type { FixedIsolation, FixedProtocolFinding, MarkedRuns } from '../../contract/fixed-protocol-finding.ts';
import type { ResolvedDiagnoseOptions } from '../diagnose/resolved-diagnose-options.ts';
import { zeroFailureBound } from '../statistics/zero-failure-bound.ts';
import type { Explanation } from './explanation.ts';
import { withoutWorkers } from './not-tried.ts';

const NEXT: Readonly<Record<ReturnType<typeof decide>, string>> = {
  blocked: 'make the test run on its own first; the output of the runner says why it did not',
  'not-reproduced':
    'run it again without --protocol fixed, which also changes the order, the settings and the load; or diagnose it on the machine where it failed',
  broken: 'fix it like an ordinary bug: every run failed, so one run is enough to check the fix',
  narrowed: 'run it again without --protocol fixed: that proves or rejects what the fixed counts only suggest',
};

export function explainFixedProtocol(options: ResolvedDiagnoseOptions, finding: FixedProtocolFinding): Explanation {
  const { target } = options;
  const { bisection, stopped } = finding;
  const verdict = decide(finding);
  const polluter = bisection?.confirmed ? bisection.interferer : null;
  return {
    verdict,
    cause: null,
    polluters: polluter ? [[polluter]] : [],
    setters: [],
    setterSets: [],
    cleaners: [],
    factor: null,
    evidence: evidence(finding),
    hypotheses: [],
    summary: `${target}: ${inWords(finding, verdict)}`,
    next: NEXT[verdict],
    notTried: [
      ...(stopped ? [{ what: 'the rest of the protocol', why: `it was stopped: ${stopped}` }] : []),
      ...withoutWorkers(options),
    ],
  };
}

function decide({ multiRun, isolation }: FixedProtocolFinding): Exclude<Verdict, 'isolated'> {
  if (multiRun.passed + multiRun.failed === 0) return 'blocked';
  const runs = [multiRun, isolation?.isolated, isolation?.inSuite].filter((marked) => marked !== undefined);
  if (runs.every(({ failed }) => failed === 0)) return 'not-reproduced';
  return isolation !== null && runs.every(({ passed }) => passed === 0) ? 'broken' : 'narrowed';
}

function inWords({ multiRun, isolation, bisection, timing }: FixedProtocolFinding, verdict: Verdict): string {
  if (verdict === 'blocked') return 'it could not be run.';
  if (verdict === 'not-reproduced') {
    const alone = multiRun.passed + (isolation?.isolated.passed ?? 0);
    const bound = (zeroFailureBound(alone) * 100).toFixed(0);
    const suite = isolation === null ? '' : ` and in ${isolation.inSuite.passed} in the suite`;
    return `no failure in ${alone} runs alone${suite}; failure rate alone below ${bound} % (95 % confidence).`;
  }
  const parts = [
    `${multiRun.failed} of ${multiRun.failed + multiRun.passed} runs alone failed${multiRun.failed === 0 ? '' : ` (${multiRun.decision.replaceAll('-', ' ')})`}`,
    isolation && isolationText(isolation),
    bisection?.interferer && `${bisection.confirmed ? 'interfering' : 'unconfirmed'} test ${bisection.interferer}`,
    timing?.diagnosis,
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}

/** `failed 0/5 alone, 3/5 in the suite: ordering-dependent`. */
function isolationText({ isolated, inSuite, row }: FixedIsolation): string {
  const rate = ({ failed, passed }: MarkedRuns) => `${failed}/${failed + passed}`;
  const diagnosis = row.split(' | ').at(-1)!;
  const text = diagnosis.charAt(0).toLowerCase() + diagnosis.slice(1);
  return `failed ${rate(isolated)} alone, ${rate(inSuite)} in the suite: ${text}`;
}

function evidence({ multiRun, isolation, bisection, timing }: FixedProtocolFinding): readonly Evidence[] {
  const count = ({ failed, passed }: MarkedRuns) => ({ failures: failed, runs: failed + passed });
  const none = { failures: 0, runs: 0 };
  const found: Evidence[] = [
    { claim: 'alone, in the first runs', with: count(multiRun), without: none, trials: multiRun.trials },
  ];
  if (isolation) {
    const { isolated, inSuite } = isolation;
    found.push({
      claim: 'in the suite, against alone',
      with: count(inSuite),
      without: count(isolated),
      trials: [...inSuite.trials, ...isolated.trials],
    });
  }
  const last = bisection?.steps.at(-1);
  if (bisection?.interferer && last) {
    found.push({ claim: `after ${bisection.interferer}`, with: count(last), without: none, trials: last.trials });
  }
  if (timing?.parallel && timing.serial) {
    found.push({
      claim: 'in parallel, against serially',
      with: count(timing.parallel),
      without: count(timing.serial),
      trials: [...timing.parallel.trials, ...timing.serial.trials],
    });
  }
  return found;
}
