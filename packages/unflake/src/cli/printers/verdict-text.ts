/** Each verdict in one line. */
import type { Diagnosis } from '../../contract/diagnosis.ts';
import { plural } from '../../text/plural.ts';
import { percent } from '../../text/rate.ts';

export function verdictWords({ verdict, cause, hypotheses }: Diagnosis): string {
  switch (verdict) {
    case 'isolated':
      return `isolated: ${cause?.family} / ${cause?.kind}, ${percent(cause?.confidence ?? 0)} sure`;
    case 'narrowed': {
      const open = hypotheses.filter(({ status }) => status !== 'rejected');
      const untested = open.filter(({ tested }) => tested === false).length;
      if (hypotheses.length === 0) return 'narrowed: no cause was proved';
      if (open.length === 0) return 'narrowed: no hypothesis fits';
      const left = `${plural(open.length, 'hypothesis is', 'hypotheses are')} open`;
      return `narrowed: ${left}${untested === 0 ? '' : `, ${untested} of them not tested`}`;
    }
    case 'broken':
      return 'broken: it always fails: an ordinary bug, not flakiness';
    case 'not-reproduced':
      return 'not reproduced: it did not fail here, or not again';
    case 'blocked':
      return 'blocked: the experiments cannot run';
    default:
      return verdict satisfies never;
  }
}
