/**
 * Files of tests that take long start first, so that no core idles at the end of a lane. longest-first.txt names them; a green
 * `npm test -- --slow` writes it, to be committed. Vitest's own memory of earlier runs is lost where lanes run in parallel, and a bare
 * machine has none.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { top } from './run.mjs';
import { readCosts } from './slowest.mjs';

const LIST = join(top, 'scripts/test/longest-first.txt');
// Shorter ones fill what is left in any order.
const MIN_SECONDS = 5;

export class LongestFirst extends BaseSequencer {
  /** Vitest's order, larger files first, holds among those that are not on the list. */
  async sort(files) {
    const list = readFileSync(LIST, 'utf8').split('\n');
    const place = ({ moduleId }) => {
      const at = list.indexOf(relative(top, moduleId));
      return at === -1 ? list.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** @param isOrdered whether the order of a file can be chosen: its lane has no order of its own. */
export function writeLongestFirst(costs, isOrdered) {
  const long = readCosts(costs).filter(({ file, wall }) => wall >= MIN_SECONDS && isOrdered(file));
  const files = long.toSorted((a, b) => b.wall - a.wall).map(({ file }) => file);
  writeFileSync(LIST, files.map((file) => `${file}\n`).join(''));
}
