/** Names and ports that nothing else in this run of the tests has, made without clock or dice. */
export { type ClaimPortOptions, claimPort, type PortClaim } from './names/claim-port.ts';
export { RUN_VARIABLE, type Run, startRun } from './names/run-folder.ts';
export { uniqueName } from './names/unique-name.ts';
