/**
 * The causes as hypotheses for people: evidence for and against, posterior, status, and the experiment that separates each from its rival.
 */

import type { Hypothesis } from '../../contract/diagnosis.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import type { ResolvedDiagnoseOptions } from '../diagnose/resolved-diagnose-options.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import { baseRates } from './base-rates.ts';
import { detectorClues } from './detector-clues.ts';
import { distinguishedBy } from './distinguished-by.ts';
import { causeKindOf } from './kind-of.ts';
import { type Clue, type Posterior, posterior, weight } from './posterior.ts';
import { sourceClues } from './source-clues.ts';
import { supportedBy, TELLING, touchedBy, withSupportFirst } from './support.ts';
import { type CauseCandidate, SUSPECT_NAMES, SUSPECTS } from './suspects.ts';

/** An experiment about another cause rejects this one too if it moves the odds by this factor. */
const SPEAKS_AGAINST_ALL = Math.log(20);
/** The best rivals are shown, however unlikely, so that a reader sees what was ruled out. */
const MIN_SHOWN = 4;

export interface WeighedHypothesis {
  readonly clues: readonly Clue[];
  /** By the experiments alone. */
  readonly chances: Posterior;
  readonly proof: CauseCandidate | null;
  readonly runner?: string | undefined;
}

export function hypotheses(
  options: ResolvedDiagnoseOptions,
  findings: FindingsSoFar,
  { clues, chances, proof, runner }: WeighedHypothesis,
): readonly Hypothesis[] {
  const { target, sources = [] } = options;
  const tested = [...detectorClues(target, findings.detect), ...clues];
  const all = [...tested, ...sourceClues(sources)];
  const touched = touchedBy(tested);
  const supported = supportedBy(tested);
  // Code and detectors cannot cast doubt on a cause that an experiment proved.
  const shown = proof === null ? withSupportFirst(posterior(all, baseRates(runner)), supported) : chances;
  const isRejected = (name: CauseCandidate): boolean => {
    if (proof !== null) return name !== proof;
    const spokenAgainst = touched.has(name) || clues.some((clue) => weight(clue, name) <= -SPEAKS_AGAINST_ALL);
    return chances[name] < POSTERIOR.rejected && spokenAgainst;
  };
  return SUSPECT_NAMES.toSorted((a, b) => shown[b] - shown[a])
    .filter((name, rank) => rank < MIN_SHOWN || shown[name] >= POSTERIOR.rejected)
    .map((name) => ({
      family: SUSPECTS[name].family,
      kind: causeKindOf(name, target, findings, sources),
      for: all.filter((clue) => weight(clue, name) >= TELLING).map((clue) => clue.says),
      against: clues.filter((clue) => weight(clue, name) <= -TELLING).map((clue) => clue.says),
      posterior: shown[name],
      status: name === proof ? 'confirmed' : isRejected(name) ? 'rejected' : 'open',
      distinguishedBy: distinguishedBy(name, options, findings, touched),
      tested: touched.has(name),
    }));
}
