/** What outsiders may import. Adding a name here is a decision: a pin holds the list. */
export { CAUSES, type Cause, type Family, type Kind, VERDICTS, type Verdict } from './cause.ts';
export type { Command, RawRun } from './command.ts';
export type { Diagnosis, Factor, Hypothesis, Mechanism, NotTried, Reproduction } from './diagnosis.ts';
export type { Envelope, Meta } from './envelope.ts';
export { type Emit, type LabEvent, PHASES, type Phase } from './events.ts';
export type { Count, Evidence, Interval } from './evidence.ts';
export { EXIT } from './exit-codes.ts';
export { FAULTS, type Fault, type FaultCode, isFault, UnflakeError } from './faults.ts';
export type {
  Band,
  ConfirmFinding,
  DurationFinding,
  IsolateFinding,
  IsolationVerdict,
  OrderFinding,
  OrderStep,
  SuspectedPolluter,
  Tally,
  TimeFinding,
} from './findings.ts';
export type { Effect, Knob, ListVariable, Machine, Unavailable, Witness } from './knob.ts';
export { isFailure, OUTCOMES, type Outcome } from './outcome.ts';
export type {
  Capabilities,
  Detection,
  Listing,
  ProgramRule,
  Project,
  Report,
  RunnerAdapter,
  RunnerContext,
  RunnerSettings,
  RunRequest,
} from './runner.ts';
export { type TestId, testId } from './test-id.ts';
export { formatTitlePath, parseTitlePath, type TitlePath } from './title-path.ts';
export type { Conditions, Ending, Observation, Phases, Trial, TrialId, TrialResult } from './trial.ts';
export { SCHEMA_VERSION, STORE_FORMAT, TOOLING_VERSION } from './versions.ts';
