/** Rounds over all tests under changing arms, each followed by experiments on the tests that it made suspicious. */
import type { HuntRound } from '../../contract/hunt.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialId, TrialResult } from '../../contract/trial.ts';
import type { MakeTrial } from '../findings.ts';
import type { Plan } from '../plan.ts';
import { type ArmState, fitsInto, fresh, isFirstLook, isFirstPass, recordOf, roundMsOf } from './arm-state.ts';
import { chooseArm } from './choose-arm.ts';
import { type ConfirmedFlaky, isPrintable, pollutersOf } from './confirmed-flaky.ts';
import { failedTwice } from './failed-twice.ts';
import { runBrokenAlone } from './find-broken.ts';
import { type RoundTrial, SUITE_ARM } from './hunt-arm.ts';
import { huntArms } from './hunt-arms.ts';
import type { FlakyFinding } from './hunt-finding.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';
import { HuntRecord } from './hunt-record.ts';
import { roundMaker } from './hunt-trials.ts';
import { PairCoverage } from './pair-coverage.ts';
import { type RoundResult, runRound } from './run-round.ts';
import { settleSuspect } from './settle-suspect.ts';
import { isMine, isShard, sharedRounds } from './shared-rounds.ts';
import { Suspect } from './suspect.ts';
import { TestStatus } from './test-status.ts';
import { waitsForRounds } from './waits-for-rounds.ts';

/** Rounds in a row without a new flaky test after which the hunt is over. */
const MAX_QUIET_ROUNDS = 6;
/** Rounds that a test may hang or kill before rounds are run without it. */
const MAX_CUT_ROUNDS = 2;

export class Hunt {
  readonly options: ResolvedHuntOptions;
  readonly record = new HuntRecord();
  readonly status = new TestStatus(this.record);
  readonly covered: PairCoverage;
  readonly arms: readonly ArmState[];
  readonly rounds: HuntRound[] = [];
  readonly flaky: FlakyFinding[] = [];
  /** Tests that rounds leave out because they cut them. */
  readonly leftOut = new Set<TestId>();
  suiteMs: number | null = null;
  readonly #make: MakeTrial;
  readonly #cut = new Map<TestId, number>();
  #quiet = 0;
  /** No round follows. */
  #isOver = false;

  constructor(options: ResolvedHuntOptions) {
    this.options = options;
    this.covered = new PairCoverage(options.suite, options.can);
    this.#make = roundMaker(options, this.record.seen);
    const { record, covered } = this;
    const duration = (test: TestId) => record.costs().duration(test);
    const startupMs = () => record.costs().startupMs;
    const roundMs = (name: string) => roundMsOf(this.arms.find((arm) => arm.name === name));
    const context = { options, covered, duration, startupMs, roundMs };
    this.arms = huntArms(context).map(fresh);
  }

  /** `budget`: it would have run more rounds. */
  *run(): Plan<'done' | 'budget'> {
    const choices = this.options.random.fork('arms');
    let lookedAtBroken = false;
    let ended: 'done' | 'budget' = 'budget';
    while (this.rounds.length < this.options.rounds) {
      const isEarly = isFirstPass(this.arms);
      if (!isEarly && !lookedAtBroken) {
        lookedAtBroken = true;
        yield* this.#lookAtBroken();
      }
      ended = !isEarly && this.#quiet >= MAX_QUIET_ROUNDS ? 'done' : 'budget';
      if (ended === 'done') break;
      const fitting = this.arms.filter((arm) => arm.isExhausted || fitsInto(this.#leftMs(), arm, this.suiteMs));
      const name = chooseArm(
        fitting.map((arm) => recordOf(arm, this.suiteMs)),
        this.rounds.length,
        choices,
      );
      ended = name === null && fitting.length === this.arms.length ? 'done' : 'budget';
      if (name === null) break;
      yield* this.#round(this.arms.find((arm) => arm.name === name)!);
    }
    this.#isOver = true;
    if (!lookedAtBroken) yield* this.#lookAtBroken();
    else yield* this.#settle([]);
    return ended;
  }

  /** Of rounds that several machines share: a shard runs its own, and what merges them looks into the failures of all. */
  *runShared(): Plan<'done'> {
    for (const round of sharedRounds(this.options)) {
      if (!isMine(round, this.options)) continue;
      // Seeds of its own: no round depends on which others ran here.
      const make = roundMaker(this.options, this.record.seen, `round ${round.number}`);
      yield* this.#runTrials(this.arms.find(({ name }) => name === round.arm)!, round.trials, make);
    }
    if (!isShard(this.options)) yield* this.#lookAtBroken();
    return 'done';
  }

  *#round(arm: ArmState): Plan<void> {
    const tests = this.options.suite.filter((test) => !this.leftOut.has(test));
    const trials = tests.length === 0 ? null : arm.next(tests);
    if (trials === null) {
      arm.isExhausted = true;
      return;
    }
    const { results, culprits } = yield* this.#runTrials(arm, trials, this.#make);
    for (const culprit of culprits) this.#countCut(culprit);
    const before = this.flaky.length;
    if (!isFirstLook(this.arms) || this.#isLate()) yield* this.#settle(results);
    this.#quiet = this.flaky.length > before ? 0 : this.#quiet + 1;
  }

  *#runTrials(arm: ArmState, trials: readonly RoundTrial[], make: MakeTrial): Plan<RoundResult> {
    const keep = (result: TrialResult) => {
      this.record.add(arm.name, result);
      this.#cover(result);
    };
    const round = yield* runRound({ arm: arm.name, why: this.#progress(arm.why), trials }, make, keep);
    const { results } = round;
    const ms = results.reduce((sum, result) => sum + result.ms, 0);
    if (arm.name === SUITE_ARM) this.suiteMs = this.suiteMs === null ? ms : Math.min(this.suiteMs, ms);
    arm.rounds += 1;
    arm.ms += ms;
    this.rounds.push({ arm: arm.name, trials: results.map(({ id }) => id), ms, found: 0 });
    return round;
  }

  /** Of a suspect that further rounds may settle more cheaply; later none is left for it. */
  #mayWait(): boolean {
    return !this.#isOver && this.options.shards === undefined && isFirstPass(this.arms) && !this.#isLate();
  }

  /** Suspects need time too: in the second half of the budget they are settled at once. */
  #isLate(): boolean {
    return this.#leftMs() < this.options.budgetMs / 2;
  }

  #leftMs(): number {
    return this.options.budgetMs - (this.record.seen.at(-1)?.atMs ?? 0);
  }

  *#settle(results: readonly TrialResult[]): Plan<void> {
    const arms = new Set(this.arms.map(({ name }) => name));
    const mayWait = this.#mayWait();
    for (const failure of this.status.suspects(results)) {
      const { test } = failure.observation;
      const knownPolluters = pollutersOf(this.flaky);
      const why = this.#progress('it passed and failed');
      const { options, record } = this;
      const suspect = new Suspect(failure, { options, record, why, knownPolluters });
      if (mayWait && waitsForRounds(suspect)) continue;
      const settled = yield* settleSuspect(suspect);
      this.status.lookedInto(test);
      const confirmed = settled.is === 'flaky' ? settled : failedTwice(test, this.record, this.options, arms);
      if (confirmed !== null) yield* this.#keep(confirmed, suspect);
    }
  }

  *#keep(confirmed: ConfirmedFlaky, suspect: Suspect): Plan<void> {
    const { test, failing } = confirmed;
    const [only, another] = new Set(failing.before.filter((other) => other !== test));
    const isAfterBroken = only !== undefined && another === undefined && !this.record.hasPassed(only);
    if (isAfterBroken && this.record.failuresOf(only).length > 0) {
      this.status.follows.set(test, { broken: only, confirmed });
      return;
    }
    this.status.flaky.set(test, confirmed);
    this.#credit(suspect.failure.result.id);
    const place = this.flaky.push({ ...confirmed, plain: null }) - 1;
    if (!isPrintable(confirmed, this.options.knobs)) return;
    const plain = yield* suspect.runPlain(failing);
    const result = this.record.seen.find(({ id }) => id === plain.trial)!;
    if (plain.event === 'failure') this.flaky[place] = { ...confirmed, plain: result };
  }

  /** The round that brought the suspicion gets the credit. */
  #credit(trial: TrialId): void {
    const place = this.rounds.findIndex(({ trials }) => trials.includes(trial));
    if (place < 0) return;
    const round = this.rounds[place]!;
    this.rounds[place] = { ...round, found: round.found + 1 };
    this.arms.find(({ name }) => name === round.arm)!.found += 1;
  }

  *#lookAtBroken(): Plan<void> {
    yield* runBrokenAlone(this.status.neverPassed(), this);
    yield* this.#settle([]);
  }

  #countCut(test: TestId): void {
    const times = (this.#cut.get(test) ?? 0) + 1;
    this.#cut.set(test, times);
    if (times >= MAX_CUT_ROUNDS) this.leftOut.add(test);
  }

  #cover({ trial, ending }: TrialResult): void {
    if (ending.timedOut || trial.mode === 'plain') return;
    let start = 0;
    for (const length of trial.forks ?? [trial.tests.length]) {
      this.covered.add(trial.tests.slice(start, start + length));
      start += length;
    }
  }

  #progress(why: string): string {
    const { flaky, rounds } = this;
    const leftMs = Math.max(0, this.#leftMs());
    return `${why} · ${flaky.length} flaky in ${rounds.length} rounds · at most ${Math.ceil(leftMs / 60_000)} min left`;
  }
}
