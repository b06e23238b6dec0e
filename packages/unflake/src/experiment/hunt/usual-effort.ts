/**
 * How long the rounds of a hunt may take where nobody says how long the hunt may take. A suite whose tests take long gets all the rounds that
 * arms should have. Where most of the time goes to starts, which find nothing, it gets little more than ten shuffled runs take.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import { SETTINGS_ARM } from './hunt-arm.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';
import { settingKnobs } from './setting-rows.ts';

/** A third more than ten: an arm may take longer than foretold, and all together shall take at most half as much again. */
const SUITE_RUNS = 13;
/** The time of the tests alone, so often: the first rounds of every arm take about as long. */
const TEST_RUNS = 40;
/** Of it, for one circuit over all pairs. */
const CIRCUIT_SHARE = 0.5;

export class UsualEffort {
  readonly #options: Pick<ResolvedHuntOptions, 'suite' | 'knobs' | 'usualEffort'>;
  readonly #duration: (test: TestId) => number;
  /** Of each round that ran every test once in one process: in any order, and with settings, for which no process was started ahead. */
  readonly #plainMs: number[] = [];
  readonly #settingsMs: number[] = [];
  #spentMs = 0;
  #isUnlimited = false;
  /** A run that was not started ahead has been timed, or there will be none. */
  #isMeasured: boolean;

  constructor(
    options: Pick<ResolvedHuntOptions, 'suite' | 'knobs' | 'usualEffort'>,
    duration: (test: TestId) => number,
  ) {
    this.#options = options;
    this.#isMeasured = settingKnobs(options.knobs).length === 0;
    this.#duration = duration;
  }

  /** The results of one round. What confirms a suspect does not count. */
  add(arm: string, results: readonly TrialResult[], ms: number): void {
    this.#spentMs += ms;
    if (arm === SETTINGS_ARM) this.#isMeasured = true;
    const [only, another] = results;
    if (only === undefined || another !== undefined || !this.#isOnce(only)) return;
    if (arm === SETTINGS_ARM) this.#settingsMs.push(ms);
    else if (Object.keys(only.trial.conditions).length === 0) this.#plainMs.push(ms);
  }

  /** By what the rounds so far took; unlimited while nothing is known, and where the hunt was told how long it may take. */
  usualMs(): number {
    const { suite, usualEffort } = this.#options;
    if (usualEffort === undefined || this.#plainMs.length === 0) return Number.POSITIVE_INFINITY;
    const testsMs = suite.reduce((sum, test) => sum + this.#duration(test), 0);
    return Math.max(SUITE_RUNS * this.suiteMs(), TEST_RUNS * testsMs);
  }

  /** One run of the suite in a process that was not started ahead, as far as known. */
  suiteMs(): number {
    return Math.max(mean(this.#plainMs), mean(this.#settingsMs));
  }

  /** What further rounds may take. */
  leftMs(): number {
    return this.#limitMs() - this.#spentMs;
  }

  circuitMs(): number {
    return CIRCUIT_SHARE * this.#limitMs();
  }

  /** True once, where this run was told how long the hunt may take: rounds go on after those of the first run. */
  lift(): boolean {
    const isNow = !this.#isUnlimited && this.#options.usualEffort === 'lifted';
    this.#isUnlimited ||= isNow;
    return isNow;
  }

  #limitMs(): number {
    return this.#isUnlimited || !this.#isMeasured ? Number.POSITIVE_INFINITY : this.usualMs();
  }

  #isOnce({ trial: { tests, repeat, forks } }: TrialResult): boolean {
    return repeat === 1 && forks === undefined && tests.length === this.#options.suite.length;
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
