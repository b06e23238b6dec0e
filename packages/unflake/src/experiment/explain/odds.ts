/** How the odds of the hypotheses changed while trials came in: one step for each piece of evidence, when the last trial of it had run. */
import type { Hypothesis, OddsStep } from '../../contract/diagnosis.ts';
import type { TrialId } from '../../contract/trial.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import type { ResolvedDiagnoseOptions } from '../diagnose/resolved-diagnose-options.ts';
import { baseRates } from './base-rates.ts';
import { detectorClues } from './detector-clues.ts';
import { causeKindOf } from './kind-of.ts';
import { type Clue, posterior } from './posterior.ts';
import { sourceClues } from './source-clues.ts';
import { supportedBy, withSupportFirst } from './support.ts';
import { type CauseCandidate, PRIORS, SUSPECT_NAMES, SUSPECTS } from './suspects.ts';

export interface WeighedClues {
  /** Of experiments. */
  readonly clues: readonly Clue[];
  readonly proof: CauseCandidate | null;
  readonly runner?: string | undefined;
}

/** Of the hypotheses that are shown. The last step has the odds that they end with. */
export function oddsOverTime(
  options: ResolvedDiagnoseOptions,
  findings: FindingsSoFar,
  { clues, proof, runner }: WeighedClues,
  shown: readonly Hypothesis[],
): readonly OddsStep[] {
  if (shown.length === 0) return [];
  const { target, sources = [] } = options;
  // As hypotheses.ts weighs them: code and detectors cannot cast doubt on a proof.
  const priors = proof === null ? baseRates(runner) : PRIORS;
  const code = proof === null ? sourceClues(sources) : [];
  const tested = proof === null ? [...detectorClues(target, findings.detect), ...clues] : clues;
  const ordered = [...code, ...tested.toSorted((a, b) => lastTrial(a) - lastTrial(b))];
  const names = SUSPECT_NAMES.filter((name) => {
    const kind = causeKindOf(name, target, findings, sources);
    return shown.some((one) => one.family === SUSPECTS[name].family && one.kind === kind);
  });
  const stepAt = (count: number): OddsStep => {
    const known = ordered.slice(0, count);
    const odds = posterior(known, priors);
    const supported = supportedBy(known.filter((clue) => !code.includes(clue)));
    const chances = proof === null ? withSupportFirst(odds, supported) : odds;
    const last = known.at(-1);
    return {
      after: last === undefined || lastTrial(last) === 0 ? null : (`t-${lastTrial(last)}` as TrialId),
      says: last?.says ?? 'before any evidence',
      chances: names.map((name) => ({
        family: SUSPECTS[name].family,
        kind: causeKindOf(name, target, findings, sources),
        posterior: chances[name],
      })),
    };
  };
  return Array.from({ length: ordered.length + 1 }, (_, count) => stepAt(count));
}

/** 0 for what no trial carries. */
function lastTrial({ trials }: Clue): number {
  return trials.reduce((most, id) => Math.max(most, Number(id.slice(2))), 0);
}
