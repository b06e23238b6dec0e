/** Tests that may fail for now: disabled by a variable, or quarantined with an issue, an owner and an end date. */
export { type DisabledIf, disabledIfEnvironmentVariable } from './quarantine/disabled-if.ts';
export { type Quarantine, type QuarantineReport, quarantine } from './quarantine/quarantine.ts';
