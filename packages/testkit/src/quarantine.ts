/** Tests that may not pass yet: disabled by a variable, or quarantined with an issue, an owner and an end. */
export { type DisabledIf, disabledIfEnvironmentVariable } from './quarantine/disabled-if.ts';
export { type Quarantine, type QuarantineReport, quarantine } from './quarantine/quarantine.ts';
