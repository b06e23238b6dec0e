/** Names for databases, files and so on that are unique in a run and the same in every run. */
import { requireThat } from '../text/refuse.ts';
import { claimNumber, RUN_VARIABLE, runFolder } from './run-folder.ts';

/** State per thread: its number in the run, and a count per prefix. */
interface Slot {
  readonly number: number;
  readonly counts: Map<string, number>;
}

const slots = new Map<string, Slot>();

// Fits a database's limits (PostgreSQL: 63 bytes) together with the two numbers.
const PREFIX = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/**
 * Returns a name that no other thread or process gets in this run. It consists of the prefix, the number of the thread in the run, and a
 * count, so it is short, valid in most places, and the same in the next run.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { uniqueName } from '@unflake/testkit/names';
 *
 * const database = uniqueName('orders');
 * assert.match(database, /^orders_\d+_\d+$/);
 * assert.notEqual(uniqueName('orders'), database);
 * ```
 */
export function uniqueName(prefix = 'test'): string {
  const holds = typeof prefix === 'string' && PREFIX.test(prefix);
  requireThat(holds, 'a prefix is a letter and up to 39 letters, digits, _ and -', prefix);
  const slot = ownSlot();
  const count = (slot.counts.get(prefix) ?? 0) + 1;
  slot.counts.set(prefix, count);
  return `${prefix}_${slot.number}_${count}`;
}

function ownSlot(): Slot {
  const held = slots.get(process.env[RUN_VARIABLE] ?? '');
  if (held) return held;
  const folder = runFolder();
  const slot: Slot = { number: claimNumber(folder), counts: new Map() };
  slots.set(folder, slot);
  return slot;
}
