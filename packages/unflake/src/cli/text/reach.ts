/** The tests that reach a location, in one line. */

import type { ReachedBy } from '../../contract/scan.ts';
import { plural } from '../../text/plural.ts';

/** `reached by 94 tests, perhaps by 1 more: test_list → setup → new_in_memory` */
export function reachLine(reached: ReachedBy): string {
  const { path, unresolved } = reached;
  const left = unresolved === 0 ? '' : ` (${plural(unresolved, 'call')} could not be resolved)`;
  const way = path.length === 0 ? '' : `: ${path.map(({ name }) => name).join(' → ')}`;
  return `${reachCount(reached)}${way}${left}`;
}

export function reachCount({ sure, may }: Pick<ReachedBy, 'sure' | 'may'>): string {
  if (sure + may === 0) return 'reached by no test';
  const counts = [
    ...(sure > 0 ? [`by ${plural(sure, 'test')}`] : []),
    ...(may > 0 ? [`perhaps by ${sure > 0 ? `${may} more` : plural(may, 'test')}`] : []),
  ];
  return `reached ${counts.join(', ')}`;
}
