/** Runs one suspect in trials of its own, apart from the rounds that brought the suspicion. */
import { isFailure } from '../../contract/outcome.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialId, TrialResult } from '../../contract/trial.ts';
import type { MakeTrial } from '../findings.ts';
import { ask, type Plan } from '../plan.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';
import type { Execution, HuntRecord } from './hunt-record.ts';
import { suspectMaker } from './hunt-trials.ts';

/** `none`: the suspect did not run, or was skipped. */
export type SuspectEvent = 'failure' | 'pass' | 'none';

export interface SuspectRun {
  readonly event: SuspectEvent;
  readonly trial: TrialId;
}

export interface Selection {
  /** Run before the suspect in the same process. */
  readonly before: readonly TestId[];
  readonly conditions: Conditions;
}

export const ALONE: Selection = { before: [], conditions: {} };

export interface SuspectContext {
  readonly options: ResolvedHuntOptions;
  readonly record: HuntRecord;
  /** For people. */
  readonly why: string;
  readonly knownPolluters?: readonly (readonly TestId[])[];
}

export class Suspect {
  readonly test: TestId;
  readonly options: ResolvedHuntOptions;
  readonly record: HuntRecord;
  /** The failure that brought the suspicion. */
  readonly failure: Execution;
  /** Sets after which other tests failed. */
  readonly knownPolluters: readonly (readonly TestId[])[];
  readonly #make: MakeTrial;
  readonly #why: string;

  constructor(failure: Execution, { options, record, why, knownPolluters = [] }: SuspectContext) {
    this.test = failure.observation.test;
    this.failure = failure;
    this.options = options;
    this.record = record;
    this.knownPolluters = knownPolluters;
    this.#make = suspectMaker(options, record.seen, this.test);
    this.#why = why;
  }

  *run(selection: Selection): Plan<SuspectRun> {
    const [result] = yield* this.#ask(
      [...selection.before, this.test],
      selection.conditions,
      armOf(selection, this.test),
    );
    return this.#read(result!);
  }

  /** So many times alone, each in a fork of one process; only where tests can be forked. */
  *runForked(times: number): Plan<SuspectRun> {
    const tests = Array.from({ length: times }, () => this.test);
    const trial = this.#make(tests, { forks: tests.map(() => 1) });
    const doing = `${this.test}: alone, in ${times} forks`;
    const [result] = yield* ask({ phase: 'hunt', doing, why: this.#why, trials: [trial] });
    this.record.add('alone, in forks', result!);
    const failed = result!.observations.some(({ test, outcome }) => test === this.test && isFailure(outcome));
    return failed ? { event: 'failure', trial: result!.id } : this.#read(result!);
  }

  /** The whole selection of a round again, in its order. */
  *runAll(tests: readonly TestId[], conditions: Conditions): Plan<SuspectRun> {
    const [result] = yield* this.#ask(tests, conditions, `as before${settingText(conditions)}`);
    return this.#read(result!);
  }

  /** Up to `times`, until it fails. */
  *untilFailure(selection: Selection, times: number): Plan<SuspectRun> {
    let last = yield* this.run(selection);
    for (let run = 1; run < times && last.event === 'pass'; run += 1) last = yield* this.run(selection);
    return last;
  }

  /** The command that a person would type. */
  *runPlain(selection: Selection): Plan<SuspectRun> {
    const trial = this.#make([...selection.before, this.test], { conditions: selection.conditions, mode: 'plain' });
    const [result] = yield* ask({
      phase: 'hunt',
      doing: `the printed command for ${this.test}`,
      why: this.#why,
      trials: [trial],
    });
    this.record.add(`printed command, ${armOf(selection, this.test)}`, result!);
    return this.#read(result!);
  }

  *#ask(tests: readonly TestId[], conditions: Conditions, arm: string): Plan<readonly TrialResult[]> {
    const trials = [this.#make(tests, { conditions })];
    const results = yield* ask({ phase: 'hunt', doing: `${this.test}: ${arm}`, why: this.#why, trials });
    for (const result of results) this.record.add(arm, result);
    return results;
  }

  /** The last execution decides: the ones before it belong to what runs before. */
  #read({ id, observations, ending }: TrialResult): SuspectRun {
    const own = observations.findLast(({ test }) => test === this.test);
    // A trial that was cut may have been slow for other reasons, but a test that hangs does not end either.
    if (own === undefined || (ending.timedOut && own.outcome !== 'timed-out')) return { event: 'none', trial: id };
    const event = isFailure(own.outcome) ? 'failure' : own.outcome === 'passed' ? 'pass' : 'none';
    return { event, trial: id };
  }
}

/** A short label for how a suspect was run. */
export function armOf({ before, conditions }: Selection, test: TestId): string {
  const [only, another] = before;
  if (only === undefined) return `alone${settingText(conditions)}`;
  const which = another !== undefined ? `${before.length} tests` : only === test ? 'itself' : only;
  return `after ${which}${settingText(conditions)}`;
}

/** More settings than this are only counted. */
const MAX_SETTINGS = 2;

function settingText(conditions: Conditions): string {
  const settings = Object.entries(conditions).map(([knob, setting]) => `${knob} ${setting}`);
  if (settings.length > MAX_SETTINGS) return `, ${settings.length} other settings`;
  return settings.map((setting) => `, ${setting}`).join('');
}
