/**
 * The loop between a plan and the world. Every result is recorded before the plan sees it; what is recorded already is given back
 * instead of being run; so a cut case goes on where it stopped.
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

/** What the store kept of a trial; the trial itself comes from the plan again. */
export interface RecordedTrial extends Omit<TrialResult, 'id' | 'trial'> {
  readonly key: string;
}

/** A finished trial on its way into the store. */
export interface DriveResult {
  /** The trial's number in its case, from 1; given out when its step begins, so that a cut step leaves holes. */
  readonly seq: number;
  readonly key: string;
  readonly phase: Phase;
  /** What its step was doing. */
  readonly doing: string;
  readonly result: TrialResult;
  readonly run: TrialRun;
}

export interface DriveOptions {
  readonly run: (trial: Trial, signal: AbortSignal) => Promise<TrialRun>;
  readonly executor: Executor;
  readonly recorded: (seq: number) => RecordedTrial | undefined;
  /**
   * For a case that goes on under another budget: what a plan asked for near the end of the first one need not be what it asks for now. From
   * the first trial that is another on, the recorded ones are dropped. Absent: such a trial is a fault.
   */
  readonly drop?: (fromSeq: number) => void;
  /** Must not return before the trial is safe. */
  readonly append: (finished: DriveResult) => void;
  readonly emit: Emit;
  readonly budget: { readonly trials: number; readonly minutes: number };
  readonly signal: AbortSignal;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** When the work on the case began, by that clock; now when not given. */
  readonly beganAt?: number;
}

/** A longer timer would fire at once. */
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
    const results = this.#replay(step, first);
    const holes = step.trials.map((_, index) => index).filter((index) => results[index] === undefined);
    if (holes.length > 0) this.#stopped = await this.#fill(step, first, holes, results);
    if (this.#stopped !== undefined) return { stop: this.#stopped };
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

  /** The recorded results of a step in its order; undefined where there is a hole. */
  #replay(step: PlanStep, first: number): (TrialResult | undefined)[] {
    const results = step.trials.map((trial, index) => {
      const seq = first + index;
      const stored = this.#options.recorded(seq);
      if (stored === undefined) return undefined;
      if (stored.key === trialKey(trial)) return resultOf(stored, trial, seq);
      if (this.#options.drop === undefined) throw caseChanged(seq);
      this.#options.drop(seq);
      return undefined;
    });
    for (const result of results) {
      if (result === undefined) continue;
      this.#time.record(result.atMs);
      this.#expected.add(result.trial, result.ms);
      this.#finished(result, step.phase, true);
    }
    return results;
  }

  async #fill(
    step: PlanStep,
    first: number,
    holes: readonly number[],
    results: (TrialResult | undefined)[],
  ): Promise<'budget' | 'cancelled' | undefined> {
    const { budget, executor, signal } = this.#options;
    // A step that the budget cannot pay for as a whole is not begun: its plan could not use the half of it.
    if (this.#seq > budget.trials || !this.#fits(step.trials[holes[0]!]!)) return 'budget';
    const cut = new AbortController();
    const passOn = () => cut.abort(signal.reason);
    signal.addEventListener('abort', passOn);
    if (signal.aborted) passOn();
    // Trials that run on when the time is over are cut, and nothing is kept of them. Ending them and closing the case takes time, too.
    const leftMs = budget.minutes * 60_000 - this.#time.now();
    const timer = setTimeout(() => cut.abort(new OutOfTime()), Math.min(leftMs, MAX_TIMER_MS));
    try {
      await executor.each(
        holes.map((index) => step.trials[index]!),
        async (trial, at) => {
          const index = holes[at]!;
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

  async #runOne(trial: Trial, seq: number, step: PlanStep, cut: AbortController): Promise<TrialResult> {
    cut.signal.throwIfAborted();
    // Trials that are running may end and are recorded; only no further one is begun.
    if (!this.#fits(trial)) throw new OutOfTime();
    const beganMs = this.#time.now();
    try {
      const run = await this.#options.run(trial, cut.signal);
      // A trial that was cut has only half a result, which must not be kept.
      cut.signal.throwIfAborted();
      this.#expected.add(trial, this.#time.now() - beganMs);
      return this.#record(run, trial, seq, step);
    } catch (error) {
      // Something is wrong with the world: the results of the others would belong to no finding.
      cut.abort(error);
      throw error;
    }
  }

  #record(run: TrialRun, trial: Trial, seq: number, step: PlanStep): TrialResult {
    const atMs = Math.round(this.#time.now());
    const { command: _command, output: _output, ...seen } = run;
    const result: TrialResult = { ...seen, id: idOf(seq), atMs };
    this.#options.append({ seq, key: trialKey(trial), phase: step.phase, doing: step.doing, result, run });
    this.#time.record(atMs);
    this.#finished(result, step.phase, false);
    return result;
  }

  /** No trial depends on this answer: after the first one that does not fit, none is run. So it may use the time that is not recorded. */
  #fits(trial: Trial): boolean {
    const budgetMs = this.#options.budget.minutes * 60_000;
    const nowMs = this.#time.now();
    return nowMs < budgetMs && nowMs + this.#expected.msFor(trial) <= budgetMs;
  }

  #finished(result: TrialResult, phase: Phase, replayed: boolean): void {
    const { id, ms } = result;
    this.#options.emit({ type: 'trial-finished', trial: id, phase, outcome: shownOutcome(result), ms, replayed });
  }
}

class OutOfTime extends Error {}

const idOf = (seq: number): TrialId => `t-${seq}`;

/** Of the first watched test: its worst execution, because a trial in which it failed once is a failed one. */
function shownOutcome({ trial, observations }: TrialResult): Outcome {
  const test = trial.watch === 'all' ? undefined : trial.watch[0];
  const own = observations.filter((observation) => test === undefined || observation.test === test);
  return (own.find(({ outcome }) => isFailure(outcome)) ?? own[0])?.outcome ?? 'missing';
}

function resultOf({ key: _key, ...seen }: RecordedTrial, trial: Trial, seq: number): TrialResult {
  return { ...seen, id: idOf(seq), trial };
}

function caseChanged(seq: number): UnflakeError {
  const trial = idOf(seq);
  return new UnflakeError('CASE_CHANGED', `trial ${trial} is not the one that was recorded under its number`, {
    trial,
  });
}
