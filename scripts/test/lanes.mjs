/** The lanes of the suite, and which run in parallel. */

/** Required before a change lands: rows that run in parallel, each with the longest first. */
export const ROWS = [
  // Real tools; almost as much CPU time as all the others together.
  ['runners', 'unit', 'testkit', 'architecture'],
  ['cli', 'contract', 'parity', 'slow'],
  // A sixth of the time that they take is CPU time: beside two other rows they cost little, and no core idles while they wait.
  ['services', 'browser'],
];

/**
 * Workers of a lane that runs longer than all the others: each waits for its tool half of the time, so two of them leave a core idle when
 * the other lanes have ended.
 */
export const WORKERS = { runners: 4, cli: 3, slow: 4 };

/** Runs with `--slow`, and where .ci/run finds that what it proves has changed: other versions of tools, and the same again for more runners. */
export const SLOW = 'slow';

/**
 * How often plans are right over many seeds, which .ci/run requests if plans have changed; and cargo-nextest, whose build takes four
 * minutes of CPU time and a recent Rust.
 */
export const ON_DEMAND = ['statistics', 'nextest'];

export const LANES = [...ROWS.flat(), ...ON_DEMAND];

/** @param isSlow whether `--slow` was given. */
export const isDefault = (lane, isSlow) => !ON_DEMAND.includes(lane) && (lane !== SLOW || isSlow);

/** Lanes with programs that are installed before they start. */
export const WITH_TOOLS = ['runners', 'cli', 'contract', SLOW, 'services', 'browser', 'testkit'];

/** Lanes that start the program as people do. What people install is staged before they start. */
export const WITH_PROGRAM = ['runners', 'cli', SLOW, 'services', 'browser'];

/**
 * Transformed sources are kept for the next run, a third of the unit lane. Lanes of one row take turns, so that they can share a folder, and
 * on a bare machine the second lane finds what the first has transformed.
 */
export function transformCache(lane) {
  const [first = lane] = ROWS.find((row) => row.includes(lane)) ?? [];
  return `node_modules/.cache/lanes/${first}`;
}

/**
 * Lanes whose files run in separate processes and cannot affect each other, so the longest go first, and no core idles at the end. The tests
 * inside are shuffled in every lane.
 */
const FILE_ORDER_IS_FREE = ['runners', 'cli', SLOW, 'services', 'parity'];

/** The flags for the order of the tests, and the variables that vitest.config.ts reads. */
export function orderOf(lane) {
  if (!FILE_ORDER_IS_FREE.includes(lane)) return { flags: [], env: {} };
  return {
    flags: ['--sequence.shuffle.files=false', '--sequence.shuffle.tests=true'],
    env: { UNFLAKE_TEST_ORDER: 'longest-first' },
  };
}

export const isOrdered = (file) => FILE_ORDER_IS_FREE.some((lane) => file.startsWith(`packages/unflake/test/${lane}/`));
