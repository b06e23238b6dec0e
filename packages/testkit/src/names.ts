/** Names and ports that are unique in a test run, generated without a clock or randomness. */
export { type ClaimPortOptions, claimPort, type PortClaim } from './names/claim-port.ts';
export { RUN_VARIABLE, type Run, startRun } from './names/run-folder.ts';
export { uniqueName } from './names/unique-name.ts';
