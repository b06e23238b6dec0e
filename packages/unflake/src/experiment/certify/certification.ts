/**
 * The work of `certify` from trial to trial: screens, then counted runs, both shared by all tests that are still open. A failure is settled
 * at once with trials of its own, and a settled test takes part in nothing more.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { MakeTrial } from '../findings.ts';
import { attribute } from '../hunt/attribute.ts';
import { type ConfirmedFlaky, isPrintable } from '../hunt/confirmed-flaky.ts';
import { failedTwice } from '../hunt/failed-twice.ts';
import { runBrokenAlone } from '../hunt/find-broken.ts';
import type { RoundTrial } from '../hunt/hunt-arm.ts';
import type { FlakyFinding } from '../hunt/hunt-finding.ts';
import type { ResolvedHuntOptions } from '../hunt/hunt-options.ts';
import { HuntRecord } from '../hunt/hunt-record.ts';
import { roundMaker } from '../hunt/hunt-trials.ts';
import { PairCoverage } from '../hunt/pair-coverage.ts';
import { runRound, runRoundsAtOnce } from '../hunt/run-round.ts';
import { settleSuspect } from '../hunt/settle-suspect.ts';
import { Suspect } from '../hunt/suspect.ts';
import { TestStatus } from '../hunt/test-status.ts';
import type { Plan } from '../plan.ts';
import { type ResolvedCertifyOptions, runsNeeded } from './certify-options.ts';
import { countRuns, DRAWN_ANYWAY } from './count-runs.ts';
import { COUNTED_ARM, forkedTrial, MIN_STARTS, PROCESS_ARM, processTrial } from './counting-trials.ts';
import { COPIES_SCREEN, type Screen, screens } from './screens.ts';

/** Fork runs that must all have failed before forks are said to be the reason. A flaky test rarely fails in all of them. */
const MIN_FORK_FAILURES = 3;
/** Trials in which a test did not count before no more are run for it: it is skipped, or hangs. */
const MAX_IN_VAIN = 5;

export class Certification {
  readonly options: ResolvedCertifyOptions;
  readonly needed: number;
  readonly record = new HuntRecord();
  readonly status = new TestStatus(this.record);
  readonly flaky = new Map<TestId, FlakyFinding>();
  readonly screens: readonly (Screen & { ran: number; tooLong: boolean })[];
  suiteMs: number | null = null;
  readonly #hunt: ResolvedHuntOptions;
  readonly #make: MakeTrial;
  readonly #inVain = new Map<TestId, number>();
  readonly #arms: ReadonlySet<string>;

  constructor(options: ResolvedCertifyOptions) {
    this.options = options;
    this.needed = runsNeeded(options.rate, options.confidence);
    this.#hunt = { ...options, rounds: Number.POSITIVE_INFINITY, circuitMs: 0, firstBudgetMs: 0 };
    this.#make = roundMaker(this.#hunt, this.record.seen);
    const covered = new PairCoverage(options.suite, options.can);
    const duration = (test: TestId) => this.record.costs().duration(test);
    const startupMs = () => this.record.costs().startupMs;
    // A screen runs all of its tests or none.
    const leftMs = () => Number.POSITIVE_INFINITY;
    const measured = { duration, startupMs, leftMs, roundMs: () => null, suiteMs: () => 0, circuitMs: () => 0 };
    const all = screens(options, { options: this.#hunt, covered, ...measured });
    this.screens = all.map((screen) => ({ ...screen, ran: 0, tooLong: false }));
    this.#arms = new Set([...all.map(({ name }) => name), PROCESS_ARM]);
  }

  *run(): Plan<void> {
    for (const screen of this.screens) yield* this.#screen(screen);
    yield* this.#count();
  }

  /** Neither flaky nor failing always. */
  open(): readonly TestId[] {
    return this.options.wanted.filter((test) => !this.status.isDecided(test) && !this.neverPassed(test));
  }

  #undecided(): readonly TestId[] {
    return this.options.wanted.filter((test) => !this.status.isDecided(test));
  }

  neverPassed(test: TestId): boolean {
    return !this.record.hasPassed(test) && this.record.failuresOf(test).length > 1;
  }

  /** It fails in every fork, and passes in processes of its own: forks say nothing about it. */
  forksAreUnfit(test: TestId): boolean {
    const { forks, failures, processes } = countRuns(test, this.record);
    return forks >= MIN_FORK_FAILURES && failures.forks === forks && processes > failures.processes;
  }

  /** A failure in a fork that did not come back in a process: forks may be the reason, so they say no more about it. */
  needsProcesses(test: TestId): boolean {
    if (!this.options.can.fork || this.readsHashOrder(test)) return true;
    const failures = this.record.failuresOf(test);
    return this.status.wasLookedInto(test) && failures.some(({ result }) => result.trial.forks !== undefined);
  }

  /** Its code depends on what a process draws once, so that all forks of one process are one run. */
  readsHashOrder(test: TestId): boolean {
    return this.options.plausible.get(test)?.includes(DRAWN_ANYWAY) === true;
  }

  countedRuns(test: TestId): number {
    const { processes, forks, forkedFrom } = countRuns(test, this.record);
    if (this.readsHashOrder(test)) return processes + forkedFrom;
    return this.needsProcesses(test) ? processes : processes + forks;
  }

  *#screen(screen: Screen & { ran: number; tooLong: boolean }): Plan<void> {
    while (screen.ran < screen.rounds) {
      // A test that failed alone may pass among others.
      const tests = screen.among ? this.#undecided() : this.open();
      if (tests.length === 0) return;
      if (screen.whole && this.suiteMs !== null && this.suiteMs > this.options.suiteMs) {
        screen.tooLong = true;
        return;
      }
      const trials = screen.trials(tests);
      if (trials === null) return;
      screen.ran += 1;
      const ms = yield* this.#round(screen.name, screen.why, trials);
      if (screen.whole) this.suiteMs = this.suiteMs === null ? ms : Math.min(this.suiteMs, ms);
    }
  }

  *#count(): Plan<void> {
    const random = this.options.random.fork('counted runs');
    for (;;) {
      const lacking = this.open().filter((test) => this.#lacks(test));
      if (lacking.length === 0) return;
      const before = new Map(lacking.map((test) => [test, this.countedRuns(test)]));
      const forked = lacking.filter((test) => !this.needsProcesses(test));
      const missing = Math.max(...lacking.map((test) => this.needed - before.get(test)!));
      const why = `${missing} more passes for a rate below ${this.options.rate}`;
      // One kind after the other: the next look may decide the tests of both.
      if (forked.length > 0) {
        const most = Math.max(...forked.map((test) => this.needed - before.get(test)!));
        const perTrial = Math.ceil(this.needed / MIN_STARTS);
        const trial = () => forkedTrial(forked, most, this.options, this.needed, random);
        yield* this.#round(COUNTED_ARM, why, this.#atOnce(most / perTrial, trial));
      } else
        yield* this.#round(
          PROCESS_ARM,
          why,
          this.#atOnce(missing, () => processTrial(lacking, this.options, random)),
        );
      for (const test of forked.length > 0 ? forked : lacking)
        if (this.countedRuns(test) === before.get(test)) this.#inVain.set(test, (this.#inVain.get(test) ?? 0) + 1);
    }
  }

  /** So many trials at the same time as workers or cores may share, and no more than are missing. */
  #atOnce(missing: number, trial: () => RoundTrial): readonly RoundTrial[] {
    const { ahead, countedAtOnce = 1 } = this.options;
    const most = ahead ?? (this.#standsCopies() ? countedAtOnce : 1);
    return Array.from({ length: Math.max(1, Math.min(most, Math.ceil(missing))) }, trial);
  }

  /** What is still open has passed beside copies of itself, so that another trial at the same time is no reason to fail. */
  #standsCopies(): boolean {
    return this.screens.some(({ name, ran, rounds }) => name === COPIES_SCREEN && ran === rounds);
  }

  #lacks(test: TestId): boolean {
    return this.countedRuns(test) < this.needed && (this.#inVain.get(test) ?? 0) < MAX_IN_VAIN;
  }

  /** Returns how long its trials took. */
  *#round(arm: string, why: string, trials: readonly RoundTrial[]): Plan<number> {
    const keep = (result: TrialResult) => this.record.add(arm, result);
    const round = { arm, why: this.#progress(why), trials };
    const { results } =
      this.options.ahead === undefined && !isAtOnce(arm, trials)
        ? yield* runRound(round, this.#make, keep)
        : (yield* runRoundsAtOnce([round], round.why, this.#make, (_, result) => keep(result)))[0]!;
    yield* this.#settle(results);
    return results.reduce((sum, { ms }) => sum + ms, 0);
  }

  *#settle(results: readonly TrialResult[]): Plan<void> {
    const wanted = new Set(this.options.wanted);
    const options = this.#hunt;
    const failing = this.record.failing().filter((test) => wanted.has(test) && !this.status.isDecided(test));
    const unknown = failing.filter((test) => !this.record.hasPassed(test) && !this.neverPassed(test));
    yield* runBrokenAlone(unknown, { options, record: this.record });
    for (const failure of this.status.suspects(results)) {
      const { test } = failure.observation;
      if (!wanted.has(test)) continue;
      const suspect = new Suspect(failure, {
        options,
        record: this.record,
        why: this.#progress('it failed and passed'),
      });
      const settled = yield* settleSuspect(suspect);
      this.status.lookedInto(test);
      const confirmed = settled.is === 'flaky' ? settled : failedTwice(test, this.record, options, this.#arms);
      if (confirmed !== null) yield* this.#keep(confirmed, suspect);
    }
  }

  *#keep(settled: ConfirmedFlaky, suspect: Suspect): Plan<void> {
    const { test } = settled;
    const broken = this.status.neverPassed().filter((other) => this.neverPassed(other));
    const attribution = yield* attribute(suspect, settled, broken);
    const { confirmed } = attribution;
    if (attribution.broken !== null) {
      this.status.follows.set(test, { broken: attribution.broken, confirmed });
      return;
    }
    this.status.flaky.set(test, confirmed);
    this.flaky.set(test, { ...confirmed, plain: null });
    if (!isPrintable(confirmed, this.options.knobs)) return;
    const plain = yield* suspect.runPlain(confirmed.failing);
    const result = this.record.seen.find(({ id }) => id === plain.trial)!;
    if (plain.event === 'failure') this.flaky.set(test, { ...confirmed, plain: result });
  }

  #progress(why: string): string {
    const { wanted, budgetMs } = this.options;
    const leftMs = Math.max(0, budgetMs - (this.record.seen.at(-1)?.atMs ?? 0));
    return `${why} · ${this.open().length} of ${wanted.length} open · at most ${Math.ceil(leftMs / 60_000)} min left`;
  }
}

/** Trials of a screen follow each other. */
const isAtOnce = (arm: string, trials: readonly RoundTrial[]): boolean =>
  trials.length > 1 && [COUNTED_ARM, PROCESS_ARM].includes(arm);
