/** Drops culprits that were found before failures were split into two classes, and whose failures belong to the other class. */
import { countedFailures } from '../counted-failures.ts';
import { eventOf } from '../event-of.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import type { FindingsSoFar } from './findings-so-far.ts';

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
