/** Waits for a condition instead of a fixed time. */
export { type NeverOptions, never } from './until/never.ts';
export { type SettledOptions, settled } from './until/settled.ts';
export { type Truthy, type UntilOptions, UntilTimeoutError, until } from './until/until.ts';
