/** A trial is data: one execution of the runner, ordered tests + conditions + seed. It can be run again from this value alone. */
import type { DetectorReport } from './detector-report.ts';
import type { Outcome } from './outcome.ts';
import type { TestId } from './test-id.ts';

/** `t-12`: the twelfth trial of its case. */
export type TrialId = `t-${number}`;

/** The settings of the knobs that are turned in a trial, by knob name: `{ workers: '1', cpu: '0.25' }`. An absent knob is left alone. */
export type Conditions = Readonly<Record<string, string>>;

/** The condition that names paths, with colons between, which are moved out of the way while the trial runs. No knob: it takes a cause away. */
export const ASIDE = 'aside';

/** The condition that names the code that is run, where a trial could run on the old or the new code: `before` or `after`. No knob either. */
export const CODE = 'code';

export interface Trial {
  /** In the order in which they are to run. */
  readonly tests: readonly TestId[];
  /** How often the whole selection runs in one process. */
  readonly repeat: number;
  /**
   * Lengths of consecutive pieces of `tests`. Each piece runs in a fork of the process that has collected the tests: many short runs for the
   * price of one start. A fork is less faithful than a process of its own, so what it shows is a suspicion, not a proof.
   */
  readonly forks?: readonly number[];
  /** A piece that takes longer is taken for hung and ended, and the next goes on. Only with `forks`. */
  readonly forkMs?: number;
  readonly conditions: Conditions;
  readonly seed: number;
  /** Whose outcomes are kept one by one; of the others only the tally is. */
  readonly watch: readonly TestId[] | 'all';
  /** Must run with nothing in parallel, because its durations or its load are measured. */
  readonly exclusive: boolean;
  /** The trial is ended, with all its processes, after this long. */
  readonly timeBoxMs: number;
  /** When a test counts as hung, which ends the trial too. Absent: only the time box ends it. */
  readonly hang?: HangLimits;
  /** `probe`: through our probes, with a record per test. `plain`: the command a person would type, read by what it prints. */
  readonly mode: 'probe' | 'plain';
}

/** How long the runner may say nothing while a test runs. Silence, not the test's own time: a parallel test may wait for its turn. */
export interface HangLimits {
  readonly target: TestId;
  readonly targetMs: number;
  /** While any other test runs. */
  readonly othersMs: number;
}

export interface Phases {
  readonly setup: number;
  readonly call: number;
  readonly teardown: number;
}

/** What one execution of one test did. */
export interface Observation {
  readonly test: TestId;
  /** 0 for the first execution of this test in the trial, 1 for the second … */
  readonly run: number;
  readonly outcome: Outcome;
  readonly ms: number | null;
  readonly phases?: Phases;
  /** Two failures are the same only by fingerprint. Present on failures that carry a message. */
  readonly fingerprint?: string;
  /** The failure as the runner tells it, bounded. */
  readonly message?: string;
}

export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** Paths outside the trial's own folders that are new since the trial before; absent where there are none. */
  readonly left?: readonly string[];
}

export interface TrialResult {
  readonly id: TrialId;
  readonly trial: Trial;
  /** Every watched test, in the order of execution; a watched test without a record is `missing`, and comes last. */
  readonly observations: readonly Observation[];
  /** How many executions of the trial's tests ended in each outcome. */
  readonly tally: Readonly<Record<Outcome, number>>;
  readonly ms: number;
  /** Active time of the case when this trial ended: what time budgets are counted in, equal on replay. */
  readonly atMs: number;
  readonly ending: Ending;
  /** What else went wrong, in the runner's words: an unhandled rejection, a truncated report, a collection error. */
  readonly problems: readonly string[];
  /** What the detectors of the runtime said; absent where they said nothing. */
  readonly detected?: readonly DetectorReport[];
  /**
   * Share of the CPU time that was wanted on this machine meanwhile which its host gave to others (steal time). Absent where it gave nothing
   * away, or the kernel does not say.
   */
  readonly stolen?: number;
  /** Where a worker ran it; absent: on the machine of the command. */
  readonly machine?: TrialMachine;
}

/** Durations of different machines are never compared. */
export interface TrialMachine {
  readonly name: string;
  readonly platform: string;
  readonly cores: number;
}
