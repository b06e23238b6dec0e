/** Which arm has the next round of a hunt, and when no further round is worth its time. */
import type { Random } from '@unflake/testkit/random';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import { type ArmState, fresh, isFirstLook, isFirstPass, isPassCut, recordOf, roundMsOf } from './arm-state.ts';
import { chooseArm } from './choose-arm.ts';
import { type RoundTrial, SUITE_ARM } from './hunt-arm.ts';
import { huntArms } from './hunt-arms.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';
import type { HuntRecord } from './hunt-record.ts';
import type { HuntTime } from './hunt-time.ts';
import type { PairCoverage } from './pair-coverage.ts';

/** Rounds in a row without a new flaky test after which the hunt is over. */
const MAX_QUIET_ROUNDS = 6;

export interface ChosenRound {
  readonly arm: ArmState;
  readonly trials: readonly RoundTrial[];
}

export interface ChoicesContext {
  readonly options: ResolvedHuntOptions;
  readonly record: HuntRecord;
  readonly covered: PairCoverage;
  readonly time: HuntTime;
}

export class RoundChoices {
  readonly arms: readonly ArmState[];
  /** The shortest run of the suite. */
  suiteMs: number | null = null;
  readonly #options: ResolvedHuntOptions;
  readonly #time: HuntTime;
  readonly #random: Random;
  #quiet = 0;
  /** The first pass will be cut by the budget. */
  #isTight = false;

  constructor({ options, record, covered, time }: ChoicesContext) {
    this.#options = options;
    this.#time = time;
    this.#random = options.random.fork('arms');
    this.arms = huntArms({
      options,
      covered,
      duration: (test) => record.costs().duration(test),
      startupMs: () => record.costs().startupMs,
      roundMs: (name) => roundMsOf(this.arms.find((arm) => arm.name === name)),
      suiteMs: () => time.effort.suiteMs(),
      leftMs: () => Math.max(0, time.roundsLeftMs()),
      circuitMs: () => Math.min(options.circuitMs, time.effort.circuitMs()),
    }).map(fresh);
  }

  /** While an arm that can run lacks rounds of its own. */
  isFirstPass(): boolean {
    return isFirstPass(this.#open());
  }

  /** While the first orders are not complete. */
  isFirstLook(): boolean {
    return isFirstLook(this.#open(), this.#isTight);
  }

  /** Where the last rounds found nothing: `budget` if more time would bring an arm the rounds that it lacks. Null where they found something. */
  endedQuietly(): 'done' | 'budget' | null {
    if (this.#quiet < MAX_QUIET_ROUNDS) return null;
    return this.arms.some((arm) => this.#time.isCut(arm)) ? 'budget' : 'done';
  }

  /** Null where none fits. `ran`: rounds so far. */
  next(ran: number): ArmState | null {
    return this.another([], ran) ?? null;
  }

  /** The arm of the next round, as if those chosen had run and found nothing. */
  another(chosen: readonly ChosenRound[], ran: number): ArmState | undefined {
    const fitting = this.arms.filter((arm) => arm.isExhausted || this.#time.fits(arm));
    const records = fitting.map((arm) => {
      const more = chosen.filter((round) => round.arm === arm).length;
      const record = recordOf(arm, this.suiteMs);
      return { ...record, rounds: record.rounds + more, cost: record.cost + more };
    });
    const name = chooseArm(records, ran + chosen.length, this.#random, this.#isTight);
    return this.arms.find((arm) => arm.name === name);
  }

  /** Where no arm has a next round: `budget` if more time would bring one. */
  ended(): 'done' | 'budget' {
    const isOver = this.arms.every((arm) => arm.isExhausted || this.#time.fits(arm));
    return isOver || this.arms.some((arm) => this.#time.isLeftOut(arm)) ? 'done' : 'budget';
  }

  /** Of these tests; null where the arm has no more. */
  roundOf(arm: ArmState, tests: readonly TestId[]): ChosenRound | null {
    const trials = tests.length === 0 ? null : arm.next(tests);
    if (trials === null) arm.isExhausted = true;
    return trials === null ? null : { arm, trials };
  }

  /** A round of this arm has run. Returns how long it took. */
  count(arm: ArmState, results: readonly TrialResult[]): number {
    const ms = results.reduce((sum, result) => sum + result.ms, 0);
    const { effort } = this.#time;
    // Once, by the first run: a later change of order would cut other arms.
    const isFirst = arm.name === SUITE_ARM && this.suiteMs === null;
    effort.add(arm.name, results, ms);
    if (isFirst) this.#isTight = isPassCut(this.arms, ms, Math.min(this.#options.firstBudgetMs, effort.usualMs()));
    if (arm.name === SUITE_ARM) this.suiteMs = this.suiteMs === null ? ms : Math.min(this.suiteMs, ms);
    arm.rounds += 1;
    arm.ms += ms;
    return ms;
  }

  /** After a round and what it made suspicious. */
  foundNew(isNew: boolean): void {
    this.#quiet = isNew ? 0 : this.#quiet + 1;
  }

  #open(): readonly ArmState[] {
    return this.arms.filter((arm) => this.#time.canRun(arm));
  }
}
