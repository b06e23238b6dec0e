/** The result of `certify`: for each test what was exercised, how often, and the bound on its failure rate. */
import type { Kind } from './cause.ts';
import type { NotTried } from './diagnosis.ts';
import type { ArmCount, HUNT_ENDINGS, HuntCost, HuntReproduction, TestPlace } from './hunt.ts';
import type { TestId } from './test-id.ts';
import type { Conditions } from './trial.ts';

/**
 * `certified`: no failure, in enough runs for the asked bound. `flaky`: it failed again where it had failed, and passed elsewhere. `broken`:
 * it failed in every run. `undecided`: too few runs, or a failure that did not come back.
 */
export const CERTIFICATE_STATUSES = ['certified', 'flaky', 'broken', 'undecided'] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/** Why a test is certified. `helper`: its file changed around it; `reaches`: it calls what changed. */
export const CERTIFY_REASONS = ['named', 'new', 'changed', 'helper', 'reaches'] as const;
export type CertifyReason = (typeof CERTIFY_REASONS)[number];

/** Passed and failed executions of one test. */
export interface CertificateRuns {
  /** First in a new process, nothing changed but the order and the seed of hashes. */
  readonly processes: number;
  /** First in a fork of a process that had only collected the tests. */
  readonly forks: number;
  /** Different processes that these forks came from. */
  readonly forkedFrom: number;
  /**
   * The bound is stated for these: `processes` and `forks`; only `processes` for a test that forks cannot run, and `processes` and `forkedFrom`
   * for one whose code reads a hash order.
   */
  readonly counted: number;
  /** Not counted: after itself in the same process. */
  readonly repeats: number;
  /** Not counted: with a setting or a load turned. */
  readonly turned: number;
}

/** How a flaky test was shown. */
export interface FlakyEvidence {
  readonly kind: Kind | null;
  readonly arm: string;
  readonly after: readonly TestId[];
  readonly conditions: Conditions;
  readonly message: string | null;
  readonly reproduce: HuntReproduction;
  /** Of the case that was opened for it, with its verdict; null if none was. */
  readonly caseId: string | null;
  readonly verdict: string | null;
}

export interface Certificate {
  readonly test: TestId;
  readonly status: CertificateStatus;
  readonly why: CertifyReason;
  /** Where it is in the code, relative to the project; null where the index does not know it. */
  readonly place: TestPlace | null;
  readonly runs: CertificateRuns;
  readonly failures: number;
  /** The failure rate of counted runs lies below `rate`; null unless all of them passed. */
  readonly bound: { readonly rate: number; readonly confidence: number } | null;
  /** Of every execution, by what was tried. */
  readonly arms: readonly ArmCount[];
  /** Null unless it is flaky. */
  readonly flaky: FlakyEvidence | null;
  /** Why it is broken or undecided, or what else is to be known about it; null where nothing is. */
  readonly note: string | null;
}

export interface CertifiedCommit {
  readonly id: string;
  /** The working tree has changes that are in no commit. */
  readonly changed: boolean;
}

export const CERTIFY_FORMATS = ['text', 'json', 'markdown', 'html', 'github', 'sarif', 'junit'] as const;

export interface CertifyResult {
  /** Null when no test is new or changed. */
  readonly certificationId: string | null;
  readonly runner: string;
  readonly seed: number;
  /** Null where the project is not under version control. */
  readonly commit: CertifiedCommit | null;
  /** The commit with which the code was compared; null when tests were named. */
  readonly since: string | null;
  readonly asked: { readonly rate: number; readonly confidence: number; readonly runs: number };
  readonly ended: (typeof HUNT_ENDINGS)[number];
  readonly certificates: readonly Certificate[];
  /** Tests that reach a change and were left out. */
  readonly leftOut: number;
  readonly cost: HuntCost;
  readonly notTried: readonly NotTried[];
  /** The next command; null if there is nothing to do. */
  readonly next: string | null;
}

/** With what the command line writes of it. */
export interface CertifyAnswer extends CertifyResult {
  readonly format: (typeof CERTIFY_FORMATS)[number];
  readonly out: string | null;
}
