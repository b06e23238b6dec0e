/** The lanes of the suite, and what runs beside what. */

/** What must hold before a change lands: two rows that run side by side, each begun with what takes longest. */
export const ROWS = [
  // Real tools, for which it waits most of the time; about as much work as all the others together.
  ['runners'],
  ['cli', 'services', 'testkit', 'unit', 'parity', 'contract', 'architecture'],
];

/**
 * How often plans are right over many seeds, which .ci/run asks for where plans have changed; and cargo-nextest, whose build takes four minutes of
 * processor time and a recent Rust.
 */
export const ON_DEMAND = ['statistics', 'nextest'];

export const LANES = [...ROWS.flat(), ...ON_DEMAND];

/** Lanes with programs to be installed before they begin. */
export const WITH_TOOLS = ['runners', 'cli', 'testkit'];

/**
 * Lanes whose files have a process each: none can see another, so the longest of an earlier run go first, and no processor waits at the end.
 * The tests inside are shuffled in every lane.
 */
const FILE_ORDER_IS_FREE = ['runners', 'cli', 'services'];

export function orderFlags(lane) {
  return FILE_ORDER_IS_FREE.includes(lane) ? ['--sequence.shuffle.files=false', '--sequence.shuffle.tests=true'] : [];
}
