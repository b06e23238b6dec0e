/**
 * A culprit that the search proved and the reproduction did not show was luck: of many dice some fall so. It is taken back, the runs that
 * refuted it are counted in, and the investigation goes on as if nobody had been suspected.
 */
import type { Tally } from '../../contract/findings.ts';
import { failsWithoutLoad } from '../perturb/slowdown-effect.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import { mergeTallies } from '../tally.ts';
import type { FindingsSoFar } from './findings-so-far.ts';
import { SAME } from './reproduce.ts';

/** Says whether there is to be a new look. A knob that was proved and did not show again is left with the doubt. */
export function retractCulprit(findings: FindingsSoFar): boolean {
  const { order, reproduce, perturb, under } = findings;
  if (reproduce === null || reproduce.confirmed) return false;
  const { fails, passes } = reproduce;
  // Between a difference and none lies a culprit that strikes rarely: it stays named.
  if (passes === null || twoArmBayesFactor(fails, passes) >= SAME) return false;
  if (perturb?.proof) {
    const doubt = perturb.proof.doubt ?? 'its reproduction fails no more often than the control of it';
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

/** What was proved of slowness while it happened to pass by itself, and shown again where it does not. */
export function countUnloaded(findings: FindingsSoFar): void {
  const { perturb, reproduce } = findings;
  const passes = reproduce?.passes;
  if (!perturb?.proof || !passes || !reproduce.confirmed || !failsWithoutLoad(passes)) return;
  const unloaded = mergeTallies(perturb.proof.unloaded ?? perturb.proof.pinned, passes);
  findings.perturb = { ...perturb, proof: { ...perturb.proof, unloaded } };
}

/** The second runs and the single ones of the reproduction, to those counted before. */
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
