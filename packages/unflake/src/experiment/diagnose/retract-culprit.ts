/**
 * A culprit that the search proved but the reproduction did not confirm was a chance result. It is retracted, the runs that refuted it are
 * counted, and the diagnosis continues as if nobody had been suspected.
 */

import type { OrderFinding, Tally } from '../../contract/findings.ts';
import { countedFailures } from '../counted-failures.ts';
import { eventOf } from '../event-of.ts';
import { failsWithoutLoad } from '../perturb/slowdown-effect.ts';
import { BAYES_FACTOR } from '../statistics/thresholds.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import { mergeTallies } from '../tally.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import type { FindingsSoFar } from './findings-so-far.ts';

export interface Retraction {
  /** What is known now. */
  readonly retracted: Partial<FindingsSoFar>;
  /** The search should continue. */
  readonly searchAgain: boolean;
}

const NOTHING: Retraction = { retracted: {}, searchAgain: false };

/** A proved knob that was not confirmed keeps its verdict, with a doubt. */
export function retractCulprit(findings: FindingsSoFar): Retraction {
  const { order, reproduce, perturb, under } = findings;
  if (reproduce === null || reproduce.confirmed) return NOTHING;
  const { fails, passes } = reproduce;
  // A culprit that rarely causes the failure lies between the two; it stays named.
  if (passes === null || twoArmBayesFactor(fails, passes) >= BAYES_FACTOR.same) return NOTHING;
  if (perturb?.proof) {
    const doubt = perturb.proof.doubt ?? 'its reproduction does not fail more often than its control';
    return { retracted: { perturb: { ...perturb, proof: { ...perturb.proof, doubt } } }, searchAgain: false };
  }
  if (Object.keys(under).length > 0) return NOTHING;
  if (order?.kind === 'culprits') {
    const unresolved: OrderFinding = { ...order, kind: 'unresolved', sets: [], confirmed: [] };
    return { retracted: { order: unresolved, searched: null, cleaners: null }, searchAgain: true };
  }
  if (reproduce.failing.repeat <= 1) return NOTHING;
  return { retracted: withRuns(findings, fails, passes), searchAgain: true };
}

/** Slowness that was proved while the test happened to pass at full speed, and reproduced where it does not. */
export function unloadedCounted({ perturb, reproduce }: FindingsSoFar): Partial<FindingsSoFar> {
  const passes = reproduce?.passes;
  if (!perturb?.proof || !passes || !reproduce.confirmed || !failsWithoutLoad(passes)) return {};
  const unloaded = mergeTallies(perturb.proof.unloaded ?? perturb.proof.pinned, passes);
  return { perturb: { ...perturb, proof: { ...perturb.proof, unloaded } } };
}

/** Adds the repeated and the single runs of the reproduction to the earlier counts. */
function withRuns({ provoke, isolate }: FindingsSoFar, second: Tally, first: Tally): Partial<FindingsSoFar> {
  const more = <T extends { readonly first: Tally; readonly second: Tally }>(twice: T): T => ({
    ...twice,
    first: mergeTallies(twice.first, first),
    second: mergeTallies(twice.second, second),
  });
  if (provoke?.twice) return { provoke: { ...provoke, twice: more(provoke.twice) } };
  return isolate?.twice ? { isolate: { ...isolate, twice: more(isolate.twice) } } : {};
}

/** Drops culprits that were found before failures were split into two classes, and whose failures belong to the other class. */
export function countedCulprits({ options, seen, findings }: DiagnosisContext): Partial<FindingsSoFar> {
  const { order, searched } = findings;
  const counted = countedFailures(seen, options.target);
  if (counted === null || order?.kind !== 'culprits' || searched !== 'victim') return {};
  const failed = new Set(seen.filter((one) => eventOf(one, options.target, counted) === 'failure').map(({ id }) => id));
  const isCounted = (at: number) => order.confirmed[at]?.with.trials.some((id) => failed.has(id)) ?? false;
  const kept = order.sets.flatMap((_, at) => (isCounted(at) ? [at] : []));
  // If none is left, the reproduction shows that nothing was explained.
  if (kept.length === 0 || kept.length === order.sets.length) return {};
  const [sets, confirmed] = [kept.map((at) => order.sets[at]!), kept.map((at) => order.confirmed[at]!)];
  return { order: { ...order, sets, confirmed } };
}
