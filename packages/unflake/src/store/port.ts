/** The interface of a store. When the promise of a call is fulfilled, its result survives a killed process. */
import type { CaseFindings } from '../contract/case-record.ts';
import type { Cause } from '../contract/cause.ts';
import type { CertifyResult } from '../contract/certificate.ts';
import type { Command } from '../contract/command.ts';
import type { Diagnosis } from '../contract/diagnosis.ts';
import type { Phase } from '../contract/events.ts';
import type { HuntResult } from '../contract/hunt.ts';
import type { TestId } from '../contract/test-id.ts';
import type { TrialResult } from '../contract/trial.ts';
import type { Verification } from '../contract/verification.ts';
import type { HistoryStore } from './history-port.ts';

/** What a case is opened with. */
export interface NewCase {
  readonly root: string;
  readonly runner: string;
  readonly test: TestId;
  readonly seed: number;
  /** Every test in the suite's own order; the selections of trials are stored as indices into it. */
  readonly suite: readonly TestId[];
  /** The resolved options of the tool that opened it, as JSON; what a resumed run must repeat. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly openedAtMs: number;
}

export interface StoredCaseSummary {
  readonly id: string;
  readonly root: string;
  readonly runner: string;
  readonly test: TestId;
  readonly seed: number;
  readonly openedAtMs: number;
  /** null while it is open or after it was cut off. */
  readonly closedAtMs: number | null;
  readonly verdict: string | null;
  /** Recorded trials. */
  readonly trials: number;
}

export interface ListedCase extends StoredCaseSummary {
  /** That its diagnosis names; null while it is open. */
  readonly cause: Cause | null;
}

export interface StoredCase extends StoredCaseSummary {
  readonly suite: readonly TestId[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly closing: CaseClosing | null;
}

/** The result of a case; a report needs only this and the trials. */
export interface CaseClosing {
  readonly diagnosis: Diagnosis;
  /** The finding of each plan, by the plan's name. */
  readonly findings: CaseFindings;
}

/** What a hunt is opened with: a case without a test. */
export type NewHunt = Omit<NewCase, 'test'>;

export interface StoredHunt<Result = HuntResult> extends NewHunt {
  readonly id: string;
  /** null while it is open or after it was cut off. */
  readonly closedAtMs: number | null;
  /** Recorded trials. */
  readonly trials: number;
  readonly result: Result | null;
}

export type StoredCertification = StoredHunt<CertifyResult>;

/** A hunt or certification as lists show it. */
export interface ListedHunt {
  readonly id: string;
  readonly kind: 'hunt' | 'certification';
  readonly runner: string;
  readonly seed: number;
  readonly openedAtMs: number;
  readonly closedAtMs: number | null;
  /** In its suite. */
  readonly tests: number;
  /** Recorded trials. */
  readonly trials: number;
  /** Flaky tests that it has found; null while it is open. */
  readonly flaky: number | null;
}

/** What replay needs from a trial; the plan produces the trial itself again. */
export interface RecordedTrial extends Omit<TrialResult, 'id' | 'trial'> {
  readonly key: string;
}

export interface NewTrial {
  readonly seq: number;
  readonly key: string;
  readonly phase: Phase;
  readonly doing: string;
  readonly result: TrialResult;
  readonly command: Command;
  readonly output: { readonly stdout: string; readonly stderr: string };
}

export type StoredTrial = Omit<NewTrial, 'key'>;

/** A trial as lists show it: without command, output and selection. */
export interface TrialSummary {
  readonly seq: number;
  readonly phase: Phase;
  readonly doing: string;
  readonly result: Omit<TrialResult, 'trial'>;
  readonly conditions: TrialResult['trial']['conditions'];
  readonly seed: number;
  readonly repeat: number;
  readonly mode: TrialResult['trial']['mode'];
  readonly exclusive: boolean;
  /** How many tests were selected. */
  readonly tests: number;
}

/** What a verification of a case is opened with. */
export interface NewVerification {
  readonly caseId: string;
  readonly seed: number;
  /** The tests of the new code, in its own order. */
  readonly suite: readonly TestId[];
  /** The resolved options, and the code that is verified, as JSON: what a resumed run must repeat. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly openedAtMs: number;
}

export interface StoredVerification extends NewVerification {
  /** `c-7f3k2m-v1`: the first verification of its case. */
  readonly id: string;
  readonly closedAtMs: number | null;
  readonly trials: number;
  /** null while it is open or after it was cut off. */
  readonly result: Verification | null;
}

/** The recorded trials of one verification. */
export interface TrialLog {
  readonly append: (trial: NewTrial) => Promise<void>;
  readonly recorded: (seq: number) => Promise<RecordedTrial | undefined>;
  readonly drop: (fromSeq: number) => Promise<void>;
  readonly trials: () => Promise<readonly TrialSummary[]>;
}

export interface VerificationStore {
  /** Of a case, the oldest first. */
  readonly of: (caseId: string) => Promise<readonly StoredVerification[]>;
  /** Locks it for this process. */
  readonly open: (newVerification: NewVerification) => Promise<StoredVerification>;
  /** CASE_BUSY if another living process has it. */
  readonly resume: (id: string) => Promise<StoredVerification>;
  readonly release: (id: string) => Promise<void>;
  readonly finish: (id: string, result: Verification, closedAtMs: number) => Promise<void>;
  readonly trialLog: (id: string) => Promise<TrialLog>;
}

export interface Store {
  /** The file or address, for people: without a password. */
  readonly place: string;
  /** Opens it again. */
  readonly address: string;
  /** Creates a case and locks it for this process. The id is drawn from `int`. */
  readonly openCase: (newCase: NewCase, random: { int(min: number, max: number): number }) => Promise<StoredCase>;
  /** Locks an existing case for this process; CASE_BUSY if another living process has it. A closed case is reopened. */
  readonly resumeCase: (caseId: string) => Promise<StoredCase>;
  /** Unlocks a case without closing it. */
  readonly releaseCase: (caseId: string) => Promise<void>;
  readonly appendTrial: (caseId: string, trial: NewTrial) => Promise<void>;
  /** Undefined when that number was not recorded. */
  readonly recordedTrial: (caseId: string, seq: number) => Promise<RecordedTrial | undefined>;
  /** Removes the trials of a case from this number on. */
  readonly dropTrials: (caseId: string, fromSeq: number) => Promise<void>;
  readonly closeCase: (caseId: string, closing: CaseClosing, closedAtMs: number) => Promise<void>;
  /** Newest first. */
  readonly cases: () => Promise<readonly ListedCase[]>;
  /** By id or a unique prefix; `latest` is the newest. UNKNOWN_CASE otherwise. */
  readonly findCase: (name: string) => Promise<StoredCase>;
  /** As with cases. `releaseCase` and everything about trials takes the id of a hunt as well. */
  readonly openHunt: (newHunt: NewHunt, random: { int(min: number, max: number): number }) => Promise<StoredHunt>;
  readonly resumeHunt: (huntId: string) => Promise<StoredHunt>;
  readonly closeHunt: (huntId: string, result: HuntResult, closedAtMs: number) => Promise<void>;
  readonly findHunt: (name: string) => Promise<StoredHunt>;
  /** As with hunts. */
  readonly openCertification: (
    newCertification: NewHunt,
    random: { int(min: number, max: number): number },
  ) => Promise<StoredCertification>;
  readonly resumeCertification: (certificationId: string) => Promise<StoredCertification>;
  readonly closeCertification: (certificationId: string, result: CertifyResult, closedAtMs: number) => Promise<void>;
  readonly findCertification: (name: string) => Promise<StoredCertification>;
  /** Hunts and certifications, newest first. */
  readonly hunts: (max: number) => Promise<readonly ListedHunt[]>;
  /** In the order of their numbers. */
  readonly trials: (caseId: string) => Promise<readonly TrialSummary[]>;
  /** In full; undefined when that number was not recorded. */
  readonly trial: (caseId: string, seq: number) => Promise<StoredTrial | undefined>;
  readonly verifications: VerificationStore;
  /** What CI said; closed with the store. */
  readonly history: HistoryStore;
  readonly close: () => Promise<void>;
}
