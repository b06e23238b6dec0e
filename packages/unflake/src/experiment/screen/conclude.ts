/** Puts together what a screening found, however it ended. */

import type { StopReason } from '../../contract/findings.ts';
import type { FactorName, FactorSuspect, ScreenFinding } from '../../contract/screen-finding.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import { type ScreenOptions, vectorConditions, vectorOf } from './factor.ts';
import { positionsOf } from './hypotheses.ts';
import type { ScreenEnd } from './screen-end.ts';
import type { ScreenState } from './screen-state.ts';

export function conclude(
  options: ScreenOptions,
  state: ScreenState,
  ending: ScreenEnd,
  stopped: StopReason | undefined,
): ScreenFinding {
  const { factors } = options;
  const { kind, hypothesis, proof, control } = ending;
  const { model, log } = state;
  const belief = model.belief();
  const suspects = suspectsOf(state, factors);
  const at = hypothesis === null ? -1 : model.hypotheses.indexOf(hypothesis);
  const name = (position: number): FactorName => ({
    knob: factors[position]!.knob,
    setting: factors[position]!.setting,
  });
  const observed = suspects.filter(({ on }) => on.runs > 0);
  const fit = belief.fits[at];
  return {
    kind: kind === 'proved' ? provedKind(ending) : kind,
    factors: hypothesis === null ? [] : positionsOf(hypothesis).map(name),
    posterior: kind === 'none' ? belief.none : (belief.posterior[at] ?? belief.topPosterior),
    confirmed: proof === null ? null : { with: proof.with, without: proof.without, control },
    amplifying: proof === null ? null : vectorConditions(factors, proof.active[0]!),
    pinning: vectorConditions(factors, vectorOf(factors.length)),
    rates: fit === undefined ? null : { on: fit.p, off: fit.q },
    suspects,
    excluded: observed
      .filter(({ posterior }) => posterior < POSTERIOR.rejected)
      .map(({ knob, setting }) => ({ knob, setting })),
    unobserved: suspects.filter(({ on }) => on.runs === 0).map(({ knob, setting }) => ({ knob, setting })),
    notCombinable: [...state.notCombinable].sort((a, b) => a - b).map(name),
    trials: log.trials,
    ...(log.disturbed === 0 ? {} : { disturbed: log.disturbed }),
    ...(stopped === undefined ? {} : { stopped }),
  };
}

function provedKind({ hypothesis }: ScreenEnd): ScreenFinding['kind'] {
  return hypothesis?.kind ?? 'unresolved';
}

function suspectsOf(state: ScreenState, factors: ScreenOptions['factors']): readonly FactorSuspect[] {
  const { hypotheses } = state.model;
  const { posterior } = state.model.belief();
  const parts = factors.map(() => 0);
  for (const [at, hypothesis] of hypotheses.entries()) {
    for (const position of positionsOf(hypothesis)) parts[position]! += posterior[at]!;
  }
  return factors
    .map(({ knob, setting }, at) => ({ knob, setting, posterior: parts[at]!, ...state.countsOf(at) }))
    .sort((a, b) => b.posterior - a.posterior);
}
