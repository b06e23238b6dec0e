/** Ends a search whose trials no longer say anything about the target. */
export class NoSignal extends Error {}
