/**
 * A culprit that the search proved but the reproduction did not confirm was a chance result. It is retracted, the runs that refuted it are
 * counted, and the diagnosis continues as if nobody had been suspected.
 */
import type { Tally } from '../../contract/findings.ts';
import { failsWithoutLoad } from '../perturb/slowdown-effect.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import { mergeTallies } from '../tally.ts';
import type { FindingsSoFar } from './findings-so-far.ts';
import { SAME } from './reproduce.ts';

/** True if the search should continue. A proved knob that was not confirmed keeps its verdict, with a doubt. */
export function retractCulprit(findings: FindingsSoFar): boolean {
  const { order, reproduce, perturb, under } = findings;
  if (reproduce === null || reproduce.confirmed) return false;
  const { fails, passes } = reproduce;
  // A culprit that rarely causes the failure lies between the two; it stays named.
  if (passes === null || twoArmBayesFactor(fails, passes) >= SAME) return false;
  if (perturb?.proof) {
    const doubt = perturb.proof.doubt ?? 'its reproduction does not fail more often than its control';
    findings.perturb = { ...perturb, proof: { ...perturb.proof, doubt } };
    return false;
  }
  if (Object.keys(under).length > 0) return false;
  if (order?.kind === 'culprits') {
    findings.order = { ...order, kind: 'unresolved', sets: [], confirmed: [] };
    findings.searched = null;
    findings.cleaners = null;
    return true;
  }
  return reproduce.failing.repeat > 1 && withRuns(findings, fails, passes);
}

/** Slowness that was proved while the test happened to pass at full speed, and reproduced where it does not. */
export function countUnloaded(findings: FindingsSoFar): void {
  const { perturb, reproduce } = findings;
  const passes = reproduce?.passes;
  if (!perturb?.proof || !passes || !reproduce.confirmed || !failsWithoutLoad(passes)) return;
  const unloaded = mergeTallies(perturb.proof.unloaded ?? perturb.proof.pinned, passes);
  findings.perturb = { ...perturb, proof: { ...perturb.proof, unloaded } };
}

/** Adds the repeated and the single runs of the reproduction to the earlier counts. */
function withRuns(findings: FindingsSoFar, second: Tally, first: Tally): boolean {
  const { provoke, isolate } = findings;
  const more = <T extends { readonly first: Tally; readonly second: Tally }>(twice: T): T => ({
    ...twice,
    first: mergeTallies(twice.first, first),
    second: mergeTallies(twice.second, second),
  });
  if (provoke?.twice) findings.provoke = { ...provoke, twice: more(provoke.twice) };
  else if (isolate?.twice) findings.isolate = { ...isolate, twice: more(isolate.twice) };
  return true;
}
