/** The suspects of a hunt: which tests are run again and when, and the flaky ones among them. */
import type { HuntRound } from '../../contract/hunt.ts';
import type { TrialId, TrialResult } from '../../contract/trial.ts';
import type { Plan } from '../plan.ts';
import type { ArmState } from './arm-state.ts';
import { attribute } from './attribute.ts';
import { type ConfirmedFlaky, isPrintable, pollutersOf } from './confirmed-flaky.ts';
import { failedTwice } from './failed-twice.ts';
import { runBrokenAlone } from './find-broken.ts';
import type { FlakyFinding } from './hunt-finding.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';
import type { HuntRecord } from './hunt-record.ts';
import { settleSuspect } from './settle-suspect.ts';
import { Suspect } from './suspect.ts';
import { TestStatus } from './test-status.ts';
import { waitsForRounds } from './waits-for-rounds.ts';

export interface SuspectsContext {
  readonly options: ResolvedHuntOptions;
  readonly record: HuntRecord;
  readonly arms: readonly ArmState[];
  /** All so far. A round gets the credit for each flaky test that it made suspicious. */
  readonly rounds: HuntRound[];
  /** Whether a suspect may be left for further rounds, which may settle it more cheaply. */
  readonly mayWait: () => boolean;
  /** For people: why a trial runs, and where the hunt stands. */
  readonly progress: (why: string) => string;
}

export class HuntSuspects {
  readonly status: TestStatus;
  readonly flaky: FlakyFinding[] = [];
  readonly #context: SuspectsContext;
  #sawBroken = false;
  /** No round follows. */
  #isOver = false;

  constructor(context: SuspectsContext) {
    this.#context = context;
    this.status = new TestStatus(context.record);
  }

  /** Runs tests again that failed and passed. `results`: of the last round. */
  *settle(results: readonly TrialResult[]): Plan<void> {
    const { options, record, progress } = this.#context;
    const mayWait = !this.#isOver && this.#context.mayWait();
    const arms = new Set(this.#context.arms.map(({ name }) => name));
    for (const failure of this.status.suspects(results)) {
      const { test } = failure.observation;
      const knownPolluters = pollutersOf(this.flaky);
      const suspect = new Suspect(failure, { options, record, why: progress('it passed and failed'), knownPolluters });
      if (mayWait && waitsForRounds(suspect)) continue;
      const settled = yield* settleSuspect(suspect);
      this.status.lookedInto(test);
      const confirmed = settled.is === 'flaky' ? settled : failedTwice(test, record, options, arms);
      if (confirmed !== null) yield* this.#keep(confirmed, suspect);
    }
  }

  /** Tells tests that never passed from those that others break, then settles the suspects that come of it. */
  *lookAtBroken(): Plan<void> {
    if (this.#sawBroken) return;
    this.#sawBroken = true;
    yield* runBrokenAlone(this.status.neverPassed(), this.#context);
    yield* this.settle([]);
  }

  /** No suspect waits for further rounds. */
  *finish(): Plan<void> {
    this.#isOver = true;
    if (this.#sawBroken) yield* this.settle([]);
    else yield* this.lookAtBroken();
    this.#isOver = false;
  }

  *#keep(settled: ConfirmedFlaky, suspect: Suspect): Plan<void> {
    const { test } = settled;
    const { confirmed, broken } = yield* attribute(suspect, settled, this.status.neverPassed());
    if (broken !== null) {
      this.status.follows.set(test, { broken, confirmed });
      return;
    }
    const { options, record } = this.#context;
    this.status.flaky.set(test, confirmed);
    this.#credit(suspect.failure.result.id);
    const place = this.flaky.push({ ...confirmed, plain: null }) - 1;
    if (!isPrintable(confirmed, options.knobs)) return;
    const plain = yield* suspect.runPlain(confirmed.failing);
    const result = record.seen.find(({ id }) => id === plain.trial)!;
    if (plain.event === 'failure') this.flaky[place] = { ...confirmed, plain: result };
  }

  /** The round that brought the suspicion gets the credit. */
  #credit(trial: TrialId): void {
    const { rounds, arms } = this.#context;
    const place = rounds.findIndex(({ trials }) => trials.includes(trial));
    if (place < 0) return;
    const round = rounds[place]!;
    rounds[place] = { ...round, found: round.found + 1 };
    arms.find(({ name }) => name === round.arm)!.found += 1;
  }
}
