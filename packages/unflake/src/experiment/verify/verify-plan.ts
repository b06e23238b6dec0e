/**
 * Decides whether a failure is gone: the failing condition of a case on the new code, in turns with its control and, where it can be run,
 * with the old code. It stops as soon as the failure comes back, or when neither the old rate nor a tenth of it can be the rate now.
 */
import type { Random } from '@unflake/testkit/random';
import type { Tally } from '../../contract/findings.ts';
import { CODE, type Trial, type TrialResult } from '../../contract/trial.ts';
import type { OtherFailure, VerifyReason, VerifyVerdict } from '../../contract/verification.ts';
import { ask, type Plan, PlanStopped, say } from '../plan.ts';
import { allPassAnyway, passesToProveFix } from '../statistics/fix-predictive.ts';
import { drawLike, type FailingCondition, type Selection } from './failing-condition.ts';
import { FIX, type FixLimits } from './fix-limits.ts';
import { passesFor } from './passes-for.ts';
import { type KnownFailures, VerifyCounts } from './verify-counts.ts';

export interface VerifyOptions {
  readonly condition: FailingCondition;
  readonly known: KnownFailures;
  /** `both`: the old code is run as well. */
  readonly code: 'new' | 'both';
  /** The new code is the one that the case was opened on. */
  readonly sameCode: boolean;
  readonly random: Random;
  /** Of the user: no trial may take longer. */
  readonly timeBoxMs: number;
  readonly limits?: FixLimits;
}

export interface VerifyFinding {
  readonly verdict: VerifyVerdict;
  readonly reason: VerifyReason | null;
  readonly before: Tally & { readonly from: 'case' | 'now' };
  readonly after: Tally;
  readonly control: Tally | null;
  readonly passesNeeded: number | null;
  /** Undefined where only the new code ran. */
  readonly failedAgain: boolean | undefined;
  readonly otherFailures: readonly OtherFailure[];
}

type Side = 'before' | 'after';

/** Runs of the new code for each of the old code and each of the control. Near the best ratio for rates from 30 % to 100 %. */
const NEW_PER_BLOCK = 4;
/** Another failure this often, in at least half of the runs, ends it: the old failure may have no chance to show. */
const MIN_OTHERS = 3;
/** So many runs in which the test had no outcome, and none in which it had one; or so many that only the new code skips. */
const MAX_WITHOUT_OUTCOME = 3;
/** A fix may take longer than the failure did. */
const TIME_FACTOR = 2;
const MAX_SEED = 2 ** 31 - 1;
/** Seeds of knobs have nine digits at most. */
const MAX_DRAW = 999_999;

export function* verifyPlan(options: VerifyOptions): Plan<VerifyFinding> {
  const run = new Verify(options);
  try {
    return yield* run.decide();
  } catch (error) {
    if (!(error instanceof PlanStopped)) throw error;
    return run.finding('undecided', error.reason === 'budget' ? 'budget' : 'interrupted');
  }
}

class Verify {
  readonly #options: VerifyOptions;
  readonly #limits: FixLimits;
  readonly #counts: VerifyCounts;
  readonly #seeds: Random;
  readonly #draws: Random;
  readonly #order: Random;
  #turn = { before: 0, after: 0 };
  #failedAgain: boolean | undefined;

  constructor(options: VerifyOptions) {
    this.#options = options;
    this.#limits = options.limits ?? FIX;
    this.#counts = new VerifyCounts(options.known, options.condition.like.watch);
    const { random } = options;
    [this.#seeds, this.#draws, this.#order] = [random.fork('seeds'), random.fork('draws'), random.fork('order')];
    if (options.code === 'both') this.#failedAgain = false;
  }

  *decide(): Plan<VerifyFinding> {
    const { code, condition } = this.#options;
    if (code === 'both') {
      const red = yield* this.#oldFails('the failing condition on the old code', condition.before);
      if (red !== null) return this.finding('not-comparable', red);
    } else if (condition.leaves)
      yield* this.#run([this.#failing('after', 'warm-up')], 'what the failure needs is left');
    const green = yield* this.#newPasses();
    if (green !== null) return green;
    if (code === 'both') {
      const again = yield* this.#oldFails('the failing condition on the old code, once more', this.#counts.before);
      if (again !== null) return this.finding('not-comparable', again);
      this.#failedAgain = true;
    }
    return this.finding(this.#counts.others.length > 0 ? 'different-failure' : 'fixed', null);
  }

  /** Until the old code has failed once more; null when it has. */
  *#oldFails(doing: string, expected: Tally): Plan<VerifyReason | null> {
    const start = this.#counts.before.failures;
    const limit = passesToProveFix(expected, 1 - this.#limits.unchanged);
    for (let runs = 0; runs < limit; runs += 1) {
      yield* this.#run([this.#failing('before')], doing);
      if (this.#counts.before.failures > start) return null;
      if (this.#counts.oldOthers >= MIN_OTHERS) return 'old-code-fails-otherwise';
    }
    return 'old-code-passes';
  }

  /** Null when the new code has passed often enough. */
  *#newPasses(): Plan<VerifyFinding | null> {
    const counts = this.#counts;
    let said = 0;
    for (;;) {
      yield* this.#run(this.#block(), 'the failing condition on the new code, in turns with its control');
      const { after, control } = counts;
      if (after.failures > 0 || counts.known.failures > 0 || control.failures > 0)
        return this.finding('still-flaky', null);
      if (counts.oldOthers >= MIN_OTHERS && counts.before.failures === 0)
        return this.finding('not-comparable', 'old-code-fails-otherwise');
      if (this.#oldStopped()) return this.finding('not-comparable', 'old-code-passes');
      const others = counts.others.reduce((sum, { count }) => sum + count, 0);
      if (others >= MIN_OTHERS && 2 * others >= counts.withOutcome) return this.finding('different-failure', null);
      if (after.runs === 0 && others === 0 && counts.without >= MAX_WITHOUT_OUTCOME)
        return this.finding('not-comparable', counts.skipped > 0 ? 'skipped' : 'no-outcome');
      const enoughPasses = after.runs >= this.#needed();
      if (counts.newlySkipped >= (enoughPasses ? 1 : MAX_WITHOUT_OUTCOME))
        return this.finding('not-comparable', 'skipped');
      if (this.#options.sameCode && after.runs >= this.#passesOfUnchanged())
        return this.finding('not-comparable', 'same-code');
      if (enoughPasses) return null;
      if (after.runs >= 4 * said) {
        said = after.runs;
        yield* say('verify', `passed ${after.runs} of the ${this.#needed()} times that a fix needs`);
      }
    }
  }

  /** The old code failed, and since then passed so often that its own rate is refuted: what made it fail has gone from this machine. */
  #oldStopped(): boolean {
    const { before, oldPassesInRow: runs } = this.#counts;
    if (before.failures === 0 || runs === 0) return false;
    const until = { failures: before.failures, runs: before.runs - runs };
    return allPassAnyway(until, runs) <= this.#limits.stopped;
  }

  #passesOfUnchanged = (): number => passesToProveFix(this.#rate(), 1 - this.#limits.unchanged);

  /** Kept for the last counts, because it is asked several times a step. */
  #needed(): number {
    const { failures, runs } = this.#rate();
    const key = `${failures}/${runs}`;
    if (this.#known?.key !== key) this.#known = { key, passes: passesFor({ failures, runs }, this.#limits) };
    return this.#known.passes;
  }
  #known: { readonly key: string; readonly passes: number } | undefined;

  /** The rate as this run measured it, where the old code ran: the machine may have changed since the case. */
  #rate = (): Tally => (this.#counts.before.failures > 0 ? this.#counts.before : this.#options.condition.before);

  *#run(trials: readonly Trial[], doing: string): Plan<void> {
    const trialsLeft = Math.max(0, this.#needed() - this.#counts.after.runs);
    const why = 'a fix counts when neither the old rate nor a tenth of it fits the passes';
    const results: readonly TrialResult[] = yield* ask({ phase: 'verify', doing, why, trials, trialsLeft });
    for (const [at, result] of results.entries()) this.#counts.add(result, this.#roles.get(trials[at]!)!);
  }

  readonly #roles = new Map<Trial, 'before' | 'after' | 'known' | 'control' | 'warm-up'>();

  #block(): readonly Trial[] {
    const { code, condition } = this.#options;
    return this.#order.shuffle([
      ...Array.from({ length: NEW_PER_BLOCK }, () => this.#failing('after')),
      ...(code === 'both' ? [this.#failing('before')] : []),
      ...(condition.passing === null ? [] : [this.#trial(condition.passing, 'after', 'control')]),
    ]);
  }

  /** Known draws come first and once each: they show at once that nothing has changed, and say nothing about other draws. */
  #failing(side: Side, role: 'warm-up' | undefined = undefined): Trial {
    const { failing, draw } = this.#options.condition;
    const turn = this.#turn[side];
    this.#turn[side] += 1;
    if (draw === null) return this.#trial(failing[turn % failing.length]!, side, role ?? side);
    if (side === 'after' && turn < failing.length) return this.#trial(failing[turn]!, side, 'known');
    const setting = drawLike(draw.setting, this.#draws.int(1, MAX_DRAW));
    const [first] = failing as readonly [Selection];
    return this.#trial({ ...first, conditions: { ...first.conditions, [draw.knob]: setting } }, side, role ?? side);
  }

  #trial({ tests, repeat, conditions }: Selection, side: Side, role: Side | 'known' | 'control' | 'warm-up'): Trial {
    const { code, condition, timeBoxMs } = this.#options;
    const { watch, exclusive, hang, timeBoxMs: recordedMs } = condition.like;
    const trial: Trial = {
      tests,
      repeat,
      conditions: code === 'both' ? { ...conditions, [CODE]: side } : conditions,
      seed: this.#seeds.int(1, MAX_SEED),
      watch,
      exclusive,
      timeBoxMs: Math.min(timeBoxMs, TIME_FACTOR * recordedMs),
      ...(hang === undefined
        ? {}
        : { hang: { ...hang, targetMs: TIME_FACTOR * hang.targetMs, othersMs: TIME_FACTOR * hang.othersMs } }),
      mode: 'probe',
    };
    this.#roles.set(trial, role);
    return trial;
  }

  finding(verdict: VerifyVerdict, reason: VerifyReason | null): VerifyFinding {
    const { before, afterWithKnown, control, others } = this.#counts;
    const isMeasured = this.#options.code === 'both' && before.runs > 0;
    return {
      verdict,
      reason,
      before: isMeasured ? { ...before, from: 'now' } : { ...this.#options.condition.before, from: 'case' },
      after: afterWithKnown,
      control: control.runs === 0 ? null : control,
      passesNeeded: this.#needed(),
      failedAgain: this.#failedAgain,
      otherFailures: others,
    };
  }
}
