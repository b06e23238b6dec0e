/** One stream of events; the live view, the recorder and the transports all read it. */
import type { Verdict } from './cause.ts';
import type { HuntProgress } from './hunt.ts';
import type { Outcome } from './outcome.ts';
import type { TrialId } from './trial.ts';

export const PHASES = [
  'hunt',
  'certify',
  'confirm',
  'isolate',
  'bisect',
  'time',
  'perturb',
  'explain',
  'reproduce',
  'verify',
] as const;
export type Phase = (typeof PHASES)[number];

export type LabEvent =
  | {
      readonly type: 'case-opened';
      readonly caseId: string;
      readonly test: string;
      readonly runner: string;
      readonly seed: number;
      readonly tests: number;
      /** Trials found in the store; they are replayed, not run. */
      readonly recorded: number;
    }
  | {
      readonly type: 'step';
      readonly phase: Phase;
      /** What is being tried, and why; short, for people. */
      readonly doing: string;
      readonly why: string;
      readonly trials: number;
      /** How sure we are of what. */
      readonly belief?: { readonly claim: string; readonly probability: number };
      /** About how many trials this phase still needs. */
      readonly trialsLeft?: number;
      /** Before a round of a hunt. */
      readonly hunt?: HuntProgress;
    }
  | {
      readonly type: 'trial-finished';
      readonly trial: TrialId;
      readonly phase: Phase;
      /** Of the first watched test. */
      readonly outcome: Outcome;
      readonly ms: number;
      readonly replayed: boolean;
      /** Where a worker ran it. */
      readonly machine?: string;
    }
  | { readonly type: 'said'; readonly phase: Phase; readonly text: string; readonly ms: number }
  | {
      readonly type: 'environment';
      /** What happens to a layered environment or to a step in it. */
      readonly label: 'plan' | 'wait' | 'clean' | 'copy' | 'run' | 'passed' | 'failed' | 'stopped';
      /** Short, for people. */
      readonly text: string;
      /** null for what has only begun. */
      readonly ms: number | null;
    }
  | {
      readonly type: 'worker';
      /** What a worker does, or what becomes of one. */
      readonly label: 'ready' | 'serves' | 'refuses' | 'runs' | 'stored' | 'returned' | 'lost' | 'workers';
      /** Short, for people. */
      readonly text: string;
      /** null for what has only begun. */
      readonly ms: number | null;
    }
  /** What a command of the user writes while it runs, as it is. */
  | { readonly type: 'output'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  /** Something that the user should change, and that stops nothing. */
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'case-closed'; readonly caseId: string; readonly verdict: Verdict }
  | {
      readonly type: 'hunt-opened';
      readonly huntId: string;
      readonly runner: string;
      readonly seed: number;
      readonly tests: number;
      /** As in `case-opened`. */
      readonly recorded: number;
    }
  /** `flaky`: how many tests it found. */
  | { readonly type: 'hunt-closed'; readonly huntId: string; readonly flaky: number }
  | {
      readonly type: 'certification-opened';
      readonly certificationId: string;
      readonly runner: string;
      readonly seed: number;
      /** How many tests are certified. */
      readonly tests: number;
      /** As in `case-opened`. */
      readonly recorded: number;
    }
  /** `certified`: how many of its tests are. */
  | { readonly type: 'certification-closed'; readonly certificationId: string; readonly certified: number };

export type Emit = (event: LabEvent) => void;
