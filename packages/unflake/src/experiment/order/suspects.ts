/** The candidates as the report shows them: how sure we are of each, and the counts that say so. */
import type { SuspectedPolluter } from '../findings.ts';
import type { Round } from './round.ts';

const SHOWN = 10;

/** The likeliest first. */
export function suspectsOf(round: Round): readonly SuspectedPolluter[] {
  const { share } = round.model.shares();
  return Array.from(share.keys())
    .sort((a, b) => share[b]! - share[a]! || a - b)
    .slice(0, SHOWN)
    .map((at) => suspectAt(round, at));
}

export function suspectAt(round: Round, at: number): SuspectedPolluter {
  const { counts } = round.model;
  const [events, runs] = [counts.events[at]!, counts.runs[at]!];
  const single = counts.single(at);
  return {
    test: round.search.candidates[round.active[at]!]!,
    posterior: round.model.belief().single * round.model.shares().share[at]!,
    before: { failures: events, runs },
    notBefore: { failures: counts.total.events - events, runs: counts.total.runs - runs },
    single: { failures: single.events, runs: single.runs },
  };
}
