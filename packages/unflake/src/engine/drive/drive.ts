/**
 * The loop between a plan and its trials. Every result is stored before the plan sees it, and stored results are replayed instead of run
 * again, so an interrupted case resumes where it stopped.
 */
import type { Emit, Phase } from '../../contract/events.ts';
import { UnflakeError } from '../../contract/faults.ts';
import { isFailure, type Outcome } from '../../contract/outcome.ts';
import type { Trial, TrialId, TrialResult } from '../../contract/trial.ts';
import { type Plan, type PlanStep, type Reply, stepEvent } from '../../experiment/plan.ts';
import type { Executor } from '../executors/executor.ts';
import type { TrialRun } from '../trial/run-trial.ts';
import { type ActiveTime, activeTime } from './active-time.ts';
import { expectedTimes } from './expected-times.ts';
import { trialKey } from './trial-key.ts';

/** The stored part of a trial; the plan supplies the trial itself again. */
export interface RecordedResult extends Omit<TrialResult, 'id' | 'trial'> {
  readonly key: string;
}

/** A finished trial on its way into the store. */
export interface DriveResult {
  /** The number of the trial in its case, from 1, assigned when its step begins; an interrupted step leaves gaps. */
  readonly seq: number;
  readonly key: string;
  readonly phase: Phase;
  /** What its step was doing. */
  readonly doing: string;
  readonly result: TrialResult;
  readonly run: TrialRun;
}

/** A trial with everything that its result is stored with. */
export interface PendingTrial extends Pick<DriveResult, 'seq' | 'key' | 'phase' | 'doing'> {
  readonly trial: Trial;
}

export interface DistributeRequest {
  /** Active time of the case at this moment. */
  readonly activeMs: number;
  readonly signal: AbortSignal;
  /** How long a trial will take, by what is known; 0 while nothing is. */
  readonly expectedMs: (trial: Trial) => number;
  /** The first trial of the case so far that left something outside its folders. */
  readonly leftBehindBy: TrialResult | undefined;
  /** To be called once for each stored trial. */
  readonly stored: (seq: number) => Promise<TrialResult>;
}

export interface DriveOptions {
  readonly run: (trial: Trial, signal: AbortSignal) => Promise<TrialRun>;
  readonly executor: Executor;
  readonly recorded: (seq: number) => Promise<RecordedResult | undefined>;
  /**
   * For a case resumed with another budget: what a plan requested near the end of the old budget may differ now. From the first differing
   * trial on, stored results are dropped. Absent: a difference is a fault.
   */
  readonly drop?: (fromSeq: number) => Promise<void>;
  /**
   * Runs trials on other machines, which store their results themselves. What it has not reported as stored when its promise is fulfilled
   * runs here.
   */
  readonly distribute?: (pending: readonly PendingTrial[], request: DistributeRequest) => Promise<void>;
  /** Is fulfilled only once the trial is stored durably. */
  readonly append: (finished: DriveResult) => Promise<void>;
  readonly emit: Emit;
  readonly budget: { readonly trials: number; readonly minutes: number };
  readonly signal: AbortSignal;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** When the work on the case began, by that clock; now when not given. */
  readonly beganAt?: number;
}

/** A longer timeout would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export async function drive<Finding>(plan: Plan<Finding>, options: DriveOptions): Promise<Finding> {
  const driver = new Driver(options);
  let turn = plan.next();
  while (!turn.done) turn = plan.next(await driver.answer(turn.value));
  return turn.value;
}

class Driver {
  readonly #options: DriveOptions;
  readonly #time: ActiveTime;
  readonly #expected = expectedTimes();
  #seq = 0;
  #stopped: 'budget' | 'cancelled' | undefined;
  #leftBehindBy: TrialResult | undefined;
  #saidAtMs = 0;

  constructor(options: DriveOptions) {
    this.#options = options;
    this.#time = activeTime(options.clock, options.beganAt);
  }

  async answer(step: PlanStep): Promise<Reply> {
    this.#announce(step);
    if (this.#stopped !== undefined) return { stop: this.#stopped };
    const first = this.#seq + 1;
    this.#seq += step.trials.length;
    const results = await this.#replay(step, first);
    const holes = step.trials.map((_, index) => index).filter((index) => results[index] === undefined);
    if (holes.length > 0) this.#stopped = await this.#fill(step, first, holes, results);
    if (this.#stopped !== undefined) {
      const hasFinished = results.some((result) => result !== undefined);
      return { stop: this.#stopped, ...(hasFinished ? { finished: results } : {}) };
    }
    return results as readonly TrialResult[];
  }

  #announce(step: PlanStep): void {
    const { emit } = this.#options;
    for (const text of step.said ?? []) {
      const ms = this.#time.recorded() - this.#saidAtMs;
      this.#saidAtMs = this.#time.recorded();
      emit({ type: 'said', phase: step.phase, text, ms });
    }
    if (this.#stopped === undefined) emit(stepEvent(step));
  }

  /** The stored results of a step, in order; undefined for a gap. */
  async #replay(step: PlanStep, first: number): Promise<(TrialResult | undefined)[]> {
    const results: (TrialResult | undefined)[] = [];
    for (const [index, trial] of step.trials.entries()) results.push(await this.#stored(trial, first + index));
    for (const result of results) {
      if (result === undefined) continue;
      this.#time.record(result.atMs);
      this.#expected.add(result.trial, result.ms, result.observations);
      this.#finished(result, step.phase, true);
    }
    return results;
  }

  async #stored(trial: Trial, seq: number): Promise<TrialResult | undefined> {
    const stored = await this.#options.recorded(seq);
    if (stored === undefined) return undefined;
    if (stored.key === trialKey(trial)) return resultOf(stored, trial, seq);
    if (this.#options.drop === undefined) throw caseChanged(seq);
    await this.#options.drop(seq);
    return undefined;
  }

  async #fill(
    step: PlanStep,
    first: number,
    holes: readonly number[],
    results: (TrialResult | undefined)[],
  ): Promise<'budget' | 'cancelled' | undefined> {
    const { budget, executor, signal } = this.#options;
    // A step that does not fit into the budget is not started: half of it is useless to its plan.
    if (this.#seq > budget.trials || !this.#fits(step.trials[holes[0]!]!)) return 'budget';
    const cut = new AbortController();
    const passOn = () => cut.abort(signal.reason);
    signal.addEventListener('abort', passOn);
    if (signal.aborted) passOn();
    // Trials still running at the deadline are cancelled and discarded. Ending them and closing the case takes time too.
    const leftMs = budget.minutes * 60_000 - this.#time.now();
    const timer = setTimeout(() => cut.abort(new OutOfTime()), Math.min(leftMs, MAX_TIMER_MS));
    try {
      const left = await this.#distribute(step, first, holes, results, cut.signal);
      await executor.each(
        left.map((index) => step.trials[index]!),
        async (trial, at) => {
          const index = left[at]!;
          results[index] = await this.#runOne(trial, first + index, step, cut);
        },
      );
      return undefined;
    } catch (error) {
      if (signal.aborted) return 'cancelled';
      if (error instanceof OutOfTime || cut.signal.reason instanceof OutOfTime) return 'budget';
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', passOn);
    }
  }

  /** Returns which trials are still to be run here. */
  async #distribute(
    step: PlanStep,
    first: number,
    holes: readonly number[],
    results: (TrialResult | undefined)[],
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const { distribute } = this.#options;
    if (distribute === undefined) return holes;
    const { phase, doing } = step;
    const pending = holes.map((index) => {
      const trial = step.trials[index]!;
      return { seq: first + index, key: trialKey(trial), phase, doing, trial };
    });
    const stored = async (seq: number) => {
      const result = (await this.#stored(step.trials[seq - first]!, seq))!;
      results[seq - first] = result;
      this.#time.record(result.atMs);
      this.#expected.add(result.trial, result.ms, result.observations);
      this.#finished(result, phase, false);
      return result;
    };
    const expectedMs = (trial: Trial) => this.#expected.msFor(trial);
    const activeMs = Math.round(this.#time.now());
    await distribute(pending, { activeMs, signal, expectedMs, leftBehindBy: this.#leftBehindBy, stored });
    signal.throwIfAborted();
    return holes.filter((index) => results[index] === undefined);
  }

  async #runOne(trial: Trial, seq: number, step: PlanStep, cut: AbortController): Promise<TrialResult> {
    cut.signal.throwIfAborted();
    // Running trials may finish and are stored; no new one is started.
    if (!this.#fits(trial)) throw new OutOfTime();
    const beganMs = this.#time.now();
    try {
      const run = await this.#options.run(trial, cut.signal);
      // A cancelled trial has half a result, which must not be stored.
      cut.signal.throwIfAborted();
      this.#expected.add(trial, this.#time.now() - beganMs, run.observations);
      return await this.#record(run, trial, seq, step);
    } catch (error) {
      // An unexpected fault: the other results would belong to no finding.
      cut.abort(error);
      throw error;
    }
  }

  async #record(run: TrialRun, trial: Trial, seq: number, step: PlanStep): Promise<TrialResult> {
    const atMs = Math.round(this.#time.now());
    const { command: _command, output: _output, ...seen } = run;
    const result: TrialResult = { ...seen, id: idOf(seq), atMs };
    await this.#options.append({ seq, key: trialKey(trial), phase: step.phase, doing: step.doing, result, run });
    this.#time.record(atMs);
    this.#finished(result, step.phase, false);
    return result;
  }

  /** No trial depends on this check: after the first that does not fit, none runs. So it may use unrecorded time. */
  #fits(trial: Trial): boolean {
    const budgetMs = this.#options.budget.minutes * 60_000;
    const nowMs = this.#time.now();
    return nowMs < budgetMs && nowMs + this.#expected.msFor(trial) <= budgetMs;
  }

  #finished(result: TrialResult, phase: Phase, replayed: boolean): void {
    const { id, ms, machine, ending } = result;
    if (ending.left !== undefined) this.#leftBehindBy ??= result;
    const outcome = shownOutcome(result);
    const where = machine === undefined ? {} : { machine: machine.name };
    this.#options.emit({ type: 'trial-finished', trial: id, phase, outcome, ms, replayed, ...where });
  }
}

class OutOfTime extends Error {}

const idOf = (seq: number): TrialId => `t-${seq}`;

/** The worst execution of the first watched test: a trial in which it failed once is a failed trial. */
function shownOutcome({ trial, observations }: TrialResult): Outcome {
  const test = trial.watch === 'all' ? undefined : trial.watch[0];
  const own = observations.filter((observation) => test === undefined || observation.test === test);
  return (own.find(({ outcome }) => isFailure(outcome)) ?? own[0])?.outcome ?? 'missing';
}

function resultOf({ key: _key, ...seen }: RecordedResult, trial: Trial, seq: number): TrialResult {
  return { ...seen, id: idOf(seq), trial };
}

function caseChanged(seq: number): UnflakeError {
  const trial = idOf(seq);
  return new UnflakeError('CASE_CHANGED', `trial ${trial} differs from the one recorded under its number`, {
    trial,
  });
}
