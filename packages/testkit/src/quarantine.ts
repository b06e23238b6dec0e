/** Tests that may fail for now: disabled by a variable, or quarantined, here or in the project's list, with an issue, an owner and an end date. */
export { type DisabledIf, disabledIfEnvironmentVariable } from './quarantine/disabled-if.ts';
export { type ListedQuarantine, type QuarantineListEntry, quarantineListed } from './quarantine/listed.ts';
export { type Quarantine, type QuarantineReport, quarantine } from './quarantine/quarantine.ts';
