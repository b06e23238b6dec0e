/** Log-odds over the causes: prior plus evidence, bounded so that no single experiment counts for more than 1 : 100. */
import type { TrialId } from '../../contract/trial.ts';
import type { Likelihood } from './likelihoods.ts';
import { type CauseCandidate, PRIORS, type Rates, SUSPECT_NAMES } from './suspects.ts';

/** An observation, its likelihood under each cause, and the trials that showed it. */
export interface Clue {
  readonly says: string;
  readonly likelihood: Likelihood;
  readonly trials: readonly TrialId[];
  /** The causes that the experiment tests. Others may become more or less likely, but were not tested. */
  readonly touches: readonly CauseCandidate[];
  /** How many experiments speak in it; one unless told. */
  readonly experiments?: number;
}

/** Upper bound on the weight of one experiment, in natural log-odds. */
const BOUND = Math.log(100);

export type Posterior = Rates;

export function posterior(clues: readonly Clue[], priors: Rates = PRIORS): Posterior {
  const scores = SUSPECT_NAMES.map((name) => {
    const evidence = clues.map((clue) => weight(clue, name)).reduce((total, value) => total + value, 0);
    return [name, Math.log(priors[name]) + evidence] as const;
  });
  const top = Math.max(...scores.map(([, score]) => score));
  const total = scores.reduce((all, [, score]) => all + Math.exp(score - top), 0);
  return Object.fromEntries(scores.map(([name, score]) => [name, Math.exp(score - top) / total])) as Posterior;
}

/** How much a clue speaks for a suspect (positive) or against it, against the average suspect; in natural log-odds, bounded. */
export function weight(clue: Clue, name: CauseCandidate): number {
  const average = SUSPECT_NAMES.reduce((sum, other) => sum + PRIORS[other] * clue.likelihood[other], 0);
  const bound = BOUND * (clue.experiments ?? 1);
  return Math.max(-bound, Math.min(bound, Math.log(clue.likelihood[name]) - Math.log(average)));
}
