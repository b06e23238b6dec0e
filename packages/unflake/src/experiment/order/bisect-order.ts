/**
 * The order search: which of the tests before the target make it fail (or pass), alone or together, despite noise. Rounds of a Bayesian
 * search over subsets that keep the order of the suite; each culprit is proved on fresh trials. Explain interprets the finding.
 */

import type { OrderFinding, SuspectedPolluter } from '../findings.ts';
import { NoSignal } from '../no-signal.ts';
import { type Plan, type PlanStep, PlanStopped, type Reply } from '../plan.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import { findJoint } from './find-joint.ts';
import { type Culprits, findSingle, rivalsWin } from './find-single.ts';
import { OrderLog } from './order-log.ts';
import type { OrderSearch } from './order-search.ts';
import { stillDiffers } from './premise.ts';
import { measureRate } from './prove-set.ts';
import { openRound, type Round } from './round.ts';
import { stillShows } from './still-shows.ts';
import { suspectAt, suspectsOf } from './suspects.ts';

export type { OrderSearch } from './order-search.ts';

/** What is known so far; kept outside the search so that a search cut short still has its answer. */
interface Progress {
  kind: OrderFinding['kind'];
  readonly found: Culprits[];
  /** The counts of the culprits when they were proved. */
  readonly proved: SuspectedPolluter[];
  complete: boolean | null;
  round: Round | null;
}

/** If stopped, returns what it has, with the reason in `stopped`; sets proved by then stand. */
export function* bisectOrder(search: OrderSearch): Plan<OrderFinding> {
  const log = new OrderLog(search);
  const progress: Progress = { kind: 'unresolved', found: [], proved: [], complete: null, round: null };
  let stopped: OrderFinding['stopped'];
  try {
    yield* rounds(search, log, progress);
  } catch (error) {
    if (error instanceof PlanStopped) stopped = error.reason;
    else if (!(error instanceof NoSignal)) throw error;
  }
  return conclude(search, log, progress, stopped);
}

function* rounds(search: OrderSearch, log: OrderLog, progress: Progress): Generator<PlanStep, void, Reply> {
  let active: readonly number[] = search.candidates.map((_, at) => at);
  let all = search.known.all;
  let proofs = 0;
  const nextProof = () => {
    proofs += 1;
    return proofs;
  };
  while (active.length > 0) {
    const round = openRound(search, log, active, all, nextProof);
    progress.round = round;
    const culprits = yield* oneRound(round, progress);
    if (culprits === null) return;
    if (!search.findAll) return;
    active = active.filter((position) => !culprits.positions.includes(position));
    if (active.length === 0) break;
    const struck = yield* measureRate(round, culprits);
    const why = 'whether the culprits found are all there are';
    const rest = yield* stillShows(round, active, struck, why, log.observed(active, culprits.positions));
    progress.complete = !rest.shows;
    if (!rest.shows) return;
    all = rest.seen;
  }
  progress.complete = true;
}

/** Null if the round found nobody; `kind` then says why, unless culprits were found before. */
function* oneRound(round: Round, progress: Progress): Generator<PlanStep, Culprits | null, Reply> {
  const isFirst = progress.found.length === 0;
  let end = yield* findSingle(round);
  const differs = end.kind === 'not-single' && (!isFirst || (yield* stillDiffers(round)));
  // A candidate dropped after unlucky trials may be likely again after fresh ones, which is much cheaper than the joint search.
  if (differs && isFirst && !rivalsWin(round.model.belief())) end = yield* findSingle(round);
  const isJoint = differs && end.kind === 'not-single';
  const culprits = end.kind === 'culprits' ? end.culprits : isJoint ? yield* findJoint(round) : null;
  if (culprits !== null) {
    progress.kind = 'culprits';
    progress.found.push(culprits);
    for (const position of culprits.positions) progress.proved.push(suspectAt(round, round.active.indexOf(position)));
    return culprits;
  }
  if (!isFirst) return null;
  if (end.kind === 'no-order-effect' || !differs) progress.kind = 'no-order-effect';
  else if (round.model.belief().size > POSTERIOR.noEffect) progress.kind = 'size-effect';
  return null;
}

function conclude(
  search: OrderSearch,
  log: OrderLog,
  progress: Progress,
  stopped: OrderFinding['stopped'],
): OrderFinding {
  const { round, found, proved } = progress;
  const belief = round?.model.belief();
  const names = new Set(proved.map((suspect) => suspect.test));
  const others = round === null ? [] : suspectsOf(round).filter((suspect) => !names.has(suspect.test));
  return {
    kind: round === null ? 'no-order-effect' : progress.kind,
    sets: found.map(({ positions }) => positions.map((position) => search.candidates[position]!)),
    confirmed: found.map(({ fresh }) => ({ with: fresh.with, without: fresh.without })),
    complete: progress.complete,
    suspects: [...proved, ...others],
    other: { pair: belief?.pair ?? 0, size: belief?.size ?? 0, none: belief?.none ?? 0 },
    steps: log.steps,
    trials: log.trials,
    ...(stopped === undefined ? {} : { stopped }),
    ...(log.noSignal === 0 ? {} : { noSignal: log.noSignal }),
  };
}
