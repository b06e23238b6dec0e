/** Rounds over all tests under changing arms, each followed by experiments on the tests that it made suspicious. */
import type { HuntRound } from '../../contract/hunt.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { MakeTrial } from '../findings.ts';
import type { Plan } from '../plan.ts';
import type { ArmState } from './arm-state.ts';
import type { FlakyFinding } from './hunt-finding.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';
import { huntProgress } from './hunt-progress.ts';
import { HuntRecord } from './hunt-record.ts';
import { HuntSuspects } from './hunt-suspects.ts';
import { HuntTime } from './hunt-time.ts';
import { roundMaker } from './hunt-trials.ts';
import { PairCoverage } from './pair-coverage.ts';
import { type ChosenRound, RoundChoices } from './round-choices.ts';
import { type RoundResult, runRound, runRoundsAtOnce } from './run-round.ts';
import { isMine, isShard, sharedRounds } from './shared-rounds.ts';
import type { TestStatus } from './test-status.ts';

/** Rounds that a test may hang or kill before rounds are run without it. */
const MAX_CUT_ROUNDS = 2;

export class Hunt {
  readonly options: ResolvedHuntOptions;
  readonly record = new HuntRecord();
  readonly covered: PairCoverage;
  readonly time: HuntTime;
  readonly choices: RoundChoices;
  readonly rounds: HuntRound[] = [];
  /** Tests that rounds leave out because they cut them. */
  readonly leftOut = new Set<TestId>();
  readonly #suspects: HuntSuspects;
  readonly #make: MakeTrial;
  readonly #cut = new Map<TestId, number>();

  constructor(options: ResolvedHuntOptions) {
    this.options = options;
    const { record, rounds } = this;
    this.covered = new PairCoverage(options.suite, options.can);
    this.time = new HuntTime(options, record);
    this.choices = new RoundChoices(this);
    const own = { mayWait: () => this.#mayWait(), progress: (why: string) => this.#progress(why) };
    this.#suspects = new HuntSuspects({ options, record, rounds, arms: this.arms, ...own });
    this.#make = roundMaker(options, record.seen);
  }

  get arms(): readonly ArmState[] {
    return this.choices.arms;
  }

  get status(): TestStatus {
    return this.#suspects.status;
  }

  get flaky(): readonly FlakyFinding[] {
    return this.#suspects.flaky;
  }

  /** `budget`: it would have run more rounds. */
  *run(): Plan<'done' | 'budget'> {
    const { choices, rounds } = this;
    let ended: 'done' | 'budget' = 'budget';
    while (rounds.length < this.options.rounds) {
      const isEarly = choices.isFirstPass();
      if (!isEarly) yield* this.#suspects.lookAtBroken();
      const quietly = isEarly ? null : choices.endedQuietly();
      if (quietly !== null) {
        ended = quietly;
        break;
      }
      const arm = choices.next(rounds.length);
      if (arm !== null) {
        ended = 'budget';
        yield* this.#rounds(arm);
        continue;
      }
      ended = choices.ended();
      if (!this.time.effort.lift()) break;
      // As the run that ended here did, so that its trials are not run again.
      yield* this.#suspects.finish();
    }
    yield* this.#suspects.finish();
    return ended;
  }

  /** Of rounds that several machines share: a shard runs its own, and what merges them looks into the failures of all. */
  *runShared(): Plan<'done'> {
    for (const round of sharedRounds(this.options)) {
      if (!isMine(round, this.options)) continue;
      // Seeds of its own: no round depends on which others ran here.
      const make = roundMaker(this.options, this.record.seen, `round ${round.number}`);
      yield* this.#runTrials({ ...round, arm: this.arms.find(({ name }) => name === round.arm)! }, make);
    }
    if (!isShard(this.options)) yield* this.#suspects.lookAtBroken();
    return 'done';
  }

  /** A round of this arm, and with `ahead` further rounds at the same time. */
  *#rounds(first: ArmState): Plan<void> {
    const chosen = this.#chosen(first);
    const ran = (this.options.ahead ?? 1) === 1 ? [] : yield* this.#runAtOnce(chosen);
    for (const [at, round] of chosen.entries()) {
      const { results, culprits } = ran[at] ?? (yield* this.#runTrials(round, this.#make));
      for (const culprit of culprits) this.#countCut(culprit);
      const before = this.flaky.length;
      if (!this.choices.isFirstLook() || this.time.isLate()) yield* this.#suspects.settle(results);
      this.choices.foundNew(this.flaky.length > before);
    }
  }

  /** None where the arm has no more. */
  #chosen(first: ArmState): readonly ChosenRound[] {
    const { ahead = 1, rounds: limit, suite } = this.options;
    const tests = suite.filter((test) => !this.leftOut.has(test));
    const chosen: ChosenRound[] = [];
    let arm: ArmState | undefined = first;
    while (arm !== undefined) {
      const round = this.choices.roundOf(arm, tests);
      if (round !== null) chosen.push(round);
      if (chosen.length === 0 || chosen.length >= ahead || this.rounds.length + chosen.length >= limit) break;
      arm = this.choices.another(chosen, this.rounds.length);
    }
    return chosen;
  }

  /** In the order of the rounds. A stop keeps what had ended. */
  *#runAtOnce(chosen: readonly ChosenRound[]): Plan<readonly RoundResult[]> {
    const why = this.#progress('rounds at the same time');
    const progress = () => huntProgress(this);
    const asked = chosen.map(({ arm, trials }) => ({ arm: arm.name, why: arm.why, trials, progress }));
    const keep = (round: number, result: TrialResult) => this.#keepResult(chosen[round]!.arm, result);
    const ran = yield* runRoundsAtOnce(asked, why, this.#make, keep);
    for (const [at, { results }] of ran.entries()) this.#count(chosen[at]!.arm, results);
    return ran;
  }

  *#runTrials({ arm, trials }: ChosenRound, make: MakeTrial): Plan<RoundResult> {
    const keep = (result: TrialResult) => this.#keepResult(arm, result);
    const progress = () => huntProgress(this);
    const round = yield* runRound({ arm: arm.name, why: this.#progress(arm.why), trials, progress }, make, keep);
    this.#count(arm, round.results);
    return round;
  }

  #keepResult(arm: ArmState, result: TrialResult): void {
    this.record.add(arm.name, result);
    this.#cover(result);
    this.time.add(result);
  }

  #count(arm: ArmState, results: readonly TrialResult[]): void {
    const ms = this.choices.count(arm, results);
    this.rounds.push({ arm: arm.name, trials: results.map(({ id }) => id), ms, found: 0 });
  }

  /** Of a suspect that further rounds may settle more cheaply; later none is left for it. */
  #mayWait(): boolean {
    return this.options.shards === undefined && this.choices.isFirstPass() && !this.time.isLate();
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
    const leftMs = Math.max(0, this.time.leftMs());
    return `${why} · ${flaky.length} flaky in ${rounds.length} rounds · at most ${Math.ceil(leftMs / 60_000)} min left`;
  }
}
