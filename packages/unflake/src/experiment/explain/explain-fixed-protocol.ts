/**
 * Maps the result of the fixed protocol to our verdicts. Its counts are small and fixed, so what it calls confirmed becomes `narrowed`:
 * nothing is `isolated` without the proof that our own verdict requires.
 */
import type { Verdict } from '../../contract/cause.ts';
import type { Evidence } from '../../contract/evidence.ts';
import type { FixedProtocolFinding, MarkedRuns } from '../../contract/fixed-protocol-finding.ts';
import type { ResolvedDiagnoseOptions } from '../diagnose/resolved-diagnose-options.ts';
import { zeroFailureBound } from '../statistics/zero-failure-bound.ts';
import type { Explanation } from './explanation.ts';
import { withoutWorkers } from './not-tried.ts';

export function explainFixedProtocol(options: ResolvedDiagnoseOptions, finding: FixedProtocolFinding): Explanation {
  const { target } = options;
  const { bisection, isolation, stopped } = finding;
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
    next:
      verdict === 'narrowed'
        ? 'run it again without --protocol fixed: that proves or rejects what the fixed counts only suggest'
        : (isolation?.row ?? 'bring more context: where it failed, and under which conditions'),
    notTried: [
      ...(stopped ? [{ what: 'the rest of the protocol', why: `it was stopped: ${stopped}` }] : []),
      ...withoutWorkers(options),
    ],
  };
}

function decide({ multiRun, isolation }: FixedProtocolFinding): Verdict {
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
    isolation?.row,
    bisection?.interferer && `${bisection.confirmed ? 'interfering' : 'unconfirmed'} test ${bisection.interferer}`,
    timing?.diagnosis,
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}

function evidence({ multiRun, isolation, bisection, timing }: FixedProtocolFinding): readonly Evidence[] {
  const count = ({ failed, passed }: MarkedRuns) => ({ failures: failed, runs: failed + passed });
  const none = { failures: 0, runs: 0 };
  const found: Evidence[] = [
    { claim: 'ten or twenty runs alone', with: count(multiRun), without: none, trials: multiRun.trials },
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
