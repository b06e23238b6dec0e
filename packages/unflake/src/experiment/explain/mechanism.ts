/** What carries the failure from one test or run to another, where an experiment has named it. */
import type { Verdict } from '../../contract/cause.ts';
import type { Mechanism } from '../../contract/diagnosis.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';

export function mechanism({ residue }: FindingsSoFar, verdict: Verdict): Mechanism | null {
  if (residue === null || verdict !== 'isolated') return null;
  const name = residue.paths.join(', ');
  return { kind: 'file', name, before: 'absent', after: `present since ${residue.since}`, provedBy: 'restore' };
}
