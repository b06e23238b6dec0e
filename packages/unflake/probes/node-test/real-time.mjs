/** The clock and timers of Node, kept before a test file can replace them: with a fake clock installed, ours would never fire. */
import timers from 'node:timers/promises';

export const now = performance.now.bind(performance);
export const pause = timers.setTimeout;
export const { clearTimeout, setTimeout } = globalThis;
