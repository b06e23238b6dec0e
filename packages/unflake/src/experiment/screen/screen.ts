/**
 * The screening: which factors make the target fail: one alone, either of two, two together, or one unless another. An adaptive Bayesian
 * search over vectors of factors; the leading explanation is proved on fresh trials and against its control. Explain interprets it.
 */

import type { StopReason } from '../../contract/findings.ts';
import type { ScreenFinding } from '../../contract/screen-finding.ts';
import { NoSignal } from '../no-signal.ts';
import { chooseBatch } from '../order/choose-batch.ts';
import { type Plan, type PlanStep, PlanStopped, type Reply } from '../plan.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import type { VectorChoice } from './choose-vector.ts';
import { conclude } from './conclude.ts';
import { runFactorControl } from './control.ts';
import { explanationOf } from './explanation.ts';
import { type ScreenOptions, type Vector, vectorLabel } from './factor.ts';
import type { ScreenHypothesis } from './hypotheses.ts';
import { Proof } from './proof.ts';
import type { ScreenEnd } from './screen-end.ts';
import { TrialsSpent } from './screen-log.ts';
import { ScreenState } from './screen-state.ts';

export type { ScreenFactor, ScreenOptions } from './factor.ts';

export function* screen(options: ScreenOptions): Plan<ScreenFinding> {
  const state = new ScreenState(options);
  let ending: ScreenEnd = { kind: 'unresolved', hypothesis: null, proof: null, control: null };
  let stopped: StopReason | undefined;
  try {
    ending = yield* search(options, state);
  } catch (error) {
    if (error instanceof PlanStopped) stopped = error.reason;
    else if (error instanceof TrialsSpent) stopped = 'trials';
    else if (!(error instanceof NoSignal)) throw error;
  }
  return conclude(options, state, ending, stopped);
}

function* search(options: ScreenOptions, state: ScreenState): Generator<PlanStep, ScreenEnd, Reply> {
  const random = options.random.fork('batches');
  const proofs = new Map<string, Proof>();
  let begun = 0;
  let known = state.model;
  for (;;) {
    const { model } = state;
    // Some factors can no longer be combined, so the next vector changes.
    if (model !== known) proofs.clear();
    known = model;
    const belief = model.belief();
    if (belief.none >= POSTERIOR.noEffect) {
      // If no factor gave an outcome, excluding all of them is not a finding.
      const kind = state.queries.some(({ vector }) => vector.includes(1)) ? 'none' : 'unresolved';
      return { kind, hypothesis: null, proof: null, control: null };
    }
    const hypothesis = model.hypotheses[belief.top];
    if (hypothesis !== undefined && belief.topPosterior >= POSTERIOR.factorStandsOut) {
      const name = explanationOf(options.factors, hypothesis);
      const proof = proofs.get(name) ?? new Proof(hypothesis, state.factors, begun + 1);
      if (!proofs.has(name)) begun += 1;
      proofs.set(name, proof);
      if (!proof.isEnough(state.allOff, belief.topPosterior)) {
        yield* prove(state, proof, name);
        continue;
      }
      if (belief.topPosterior >= POSTERIOR.amongMany) return yield* control(state, hypothesis, proof);
      // Proved against the default, but not yet against its rivals, which on-off runs cannot separate.
    }
    const batch = chooseBatch<VectorChoice>(model, state.log.room, random).map(({ vector }) => vector);
    yield* state.run(batch, aboutSearch(options, state, batch));
  }
}

function* control(
  state: ScreenState,
  hypothesis: ScreenHypothesis,
  proof: Proof,
): Generator<PlanStep, ScreenEnd, Reply> {
  const counts = state.model.countsOf(hypothesis);
  const { tally, holds } = yield* runFactorControl(state, proof, counts);
  const kind = holds === null ? 'unresolved' : holds ? 'proved' : 'control-fails';
  return { kind, hypothesis, proof, control: tally };
}

function* prove(state: ScreenState, proof: Proof, name: string): Generator<PlanStep, void, Reply> {
  const vectors = proof.next(Math.min(state.log.room, 4));
  const answers = yield* state.run(vectors, {
    doing: `${name}: with and without, in turn`,
    why: 'fresh trials prove or drop what the search found',
    belief: { claim: name, probability: state.model.belief().topPosterior },
  });
  for (const [at, vector] of vectors.entries()) proof.add(vector, answers[at]!);
}

function aboutSearch(options: ScreenOptions, state: ScreenState, batch: readonly Vector[]) {
  const { model } = state;
  const { top, topPosterior } = model.belief();
  const leader = model.hypotheses[top];
  return {
    doing: batch.length === 1 ? vectorLabel(options.factors, batch[0]!) : `${batch.length} combinations of factors`,
    why: 'which factors make it fail',
    ...(leader === undefined
      ? {}
      : { belief: { claim: explanationOf(options.factors, leader), probability: topPosterior } }),
  };
}
