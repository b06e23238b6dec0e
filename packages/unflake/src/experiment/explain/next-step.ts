/** What to do next, as a command or an experiment. For people; not an interface. */
import type { Cause, Verdict } from '../../contract/cause.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import type { ResolvedDiagnoseOptions } from '../diagnose/resolved-diagnose-options.ts';
import { detectedOn } from './detector-clues.ts';
import type { ExplainContext } from './explanation.ts';

interface Decided {
  readonly verdict: Verdict;
  readonly cause: Cause | null;
}

export function nextStep(
  options: ResolvedDiagnoseOptions,
  findings: FindingsSoFar,
  { verdict, cause }: Decided,
  spent: ExplainContext['spent'] = null,
): string {
  const detected = detectedOn(options.target, findings.detect).length > 0;
  switch (verdict) {
    case 'isolated':
      return `${FIXES[cause?.kind ?? ''] ?? 'fix it'}; then prove the fix: unflake verify`;
    case 'narrowed':
      if (findings.stopped) return `continue with a larger budget: --resume latest ${larger(spent)}`;
      if (options.can.select !== 'test')
        return 'give the runner a way to select tests ({ids} in the command), so that order can be examined';
      return detected ? 'look first at what the detectors name' : 'look first at the leading hypothesis';
    case 'broken':
      return findings.reproduce?.confirmed
        ? 'debug it like any failing test; the command above fails every time'
        : 'debug it like any failing test; unflake replay runs a failed trial again';
    case 'not-reproduced': {
      if (detected) return 'look first at what the detectors name';
      if (findings.failed.length > 0) return 'run the trial that failed again: unflake replay --times 20';
      const more =
        findings.stopped === 'budget' ? `, or continue with a larger budget: --resume latest ${larger(spent)}` : '';
      return `recreate the conditions under which it failed (suite, order, load, time of day)${more}`;
    }
    case 'blocked':
      return findings.problem === null
        ? 'run the test once by hand; the output of the last trial is in the report'
        : 'fix what the runner reports, then run again; the output of the last trial is in the report';
    default:
      return verdict satisfies never;
  }
}

/** Only what ran out is worth raising. */
function larger(spent: ExplainContext['spent']): string {
  return spent == null ? '--trials <n> --minutes <n>' : `--${spent} <n>`;
}

const FIXES: Readonly<Record<string, string>> = {
  'time-zone': 'set the zone in the test, or compute in UTC',
  date: 'inject a clock into the test',
  locale: 'set the locale or the encoding explicitly',
  environment: 'let the test set up the environment that it needs',
  network: 'replace the network by a local server',
  'iteration-order': 'sort, or compare regardless of order',
  randomness: 'seed the generator in the test, or assert what holds for every draw',
  tolerance: 'seed the generator, or widen the bound to what the distribution allows',
  handles: 'close what the tests before it open',
  memory: 'free the memory in the tests before it',
  'short-wait': 'wait for the condition instead of a fixed time',
  'tight-timeout': 'raise the timeout, or do less in the test',
  'elapsed-time-assertion': 'inject a clock instead of measuring elapsed time',
  'missing-await': 'await what the test starts',
  victim: 'let the polluter undo what it sets, or let the victim set up what it needs',
  residue: 'give each test its own folder, database or name',
  brittle: 'let the test set up what the setter did for it',
  'self-polluter': 'undo in tear-down what the test changes',
  'parallel-collision': 'give each worker its own port, folder or name',
};
