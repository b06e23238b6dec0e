/**
 * What a diagnosis has learned up to now. A stage yields what it learned, one recorder keeps it (recording.ts), and later stages and explain
 * read whatever is there.
 */
import type { Count } from '../../contract/evidence.ts';
import type {
  ConfirmFinding,
  DetectFinding,
  IsolateFinding,
  OrderFinding,
  ScreenPairsFinding,
  Tally,
  TimeFinding,
} from '../../contract/findings.ts';
import type { FixedProtocolFinding } from '../../contract/fixed-protocol-finding.ts';
import type { PerturbFinding } from '../../contract/perturb-finding.ts';
import type { AmplifyFinding } from '../../contract/screen-finding.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, Trial, TrialId } from '../../contract/trial.ts';

export interface ReproduceFinding {
  readonly failing: Trial;
  readonly passing: Trial | null;
  readonly fails: Tally;
  readonly passes: Tally | null;
  readonly confirmed: boolean;
}

/** Orders and repetitions tried because nothing failed by itself. */
export interface ProvokeFinding {
  readonly twice: { readonly first: Tally; readonly second: Tally } | null;
  readonly reversed: Tally | null;
  /** The tests that ran before the target in the reversed order, in that order. */
  readonly reversedBefore: readonly TestId[];
}

/** Files left outside the process, moved away and restored in turn while the target runs alone. */
export interface ResidueFinding {
  /** Usually one path; several if all of them are needed. */
  readonly paths: readonly string[];
  /** The outcome while the paths exist. */
  readonly event: 'failure' | 'pass';
  /** The first trial after which the paths existed. */
  readonly since: TrialId;
  readonly there: Tally;
  readonly aside: Tally;
}

export interface FindingsSoFar {
  readonly confirm: ConfirmFinding | null;
  readonly provoke: ProvokeFinding | null;
  readonly isolate: IsolateFinding | null;
  /** `victim`: which tests make it fail. `brittle`: which make it pass. */
  readonly searched: 'victim' | 'brittle' | null;
  readonly order: OrderFinding | null;
  /** Tests that cause the failure, or the pass, when they run directly before the target. */
  readonly screen: ScreenPairsFinding | null;
  readonly cleaners: OrderFinding | null;
  readonly residue: ResidueFinding | null;
  readonly time: TimeFinding | null;
  readonly perturb: PerturbFinding | null;
  readonly amplify: AmplifyFinding | null;
  /** The amplifying conditions under which isolate and bisect worked; empty when they worked under none. */
  readonly under: Conditions;
  readonly reproduce: ReproduceFinding | null;
  /** Failures of another class, which behaves differently. No rate counts them. */
  readonly apart: number;
  /** Every trial in which the target failed, except under a limit that it needs or with detectors on. */
  readonly failed: readonly TrialId[];
  /** The first problem that a trial reported, if the target had no outcome in any. */
  readonly problem: string | null;
  /** From the start of the first trial to the end of the last, without pauses between runs of the case. */
  readonly tookMs: number;
  /** What the detectors of the runtime said; null where they were not asked. */
  readonly detect: DetectFinding | null;
  /** Only in cases that follow the fixed protocol; then nothing else is filled in. */
  readonly fixedProtocol: FixedProtocolFinding | null;
  readonly stopped: 'budget' | 'cancelled' | null;
}

export const nothingYet = (): FindingsSoFar => ({
  confirm: null,
  provoke: null,
  isolate: null,
  searched: null,
  order: null,
  screen: null,
  cleaners: null,
  residue: null,
  time: null,
  perturb: null,
  amplify: null,
  under: {},
  reproduce: null,
  apart: 0,
  failed: [],
  problem: null,
  tookMs: 0,
  detect: null,
  fixedProtocol: null,
  stopped: null,
});

export const sum = (...counts: readonly Count[]): Count => ({
  failures: counts.reduce((total, count) => total + count.failures, 0),
  runs: counts.reduce((total, count) => total + count.runs, 0),
});
