/** Draws projects by seed from a list with a heading `[…]` for each ecosystem, some of each. */
import { random } from '../../../../packages/testkit/dist/random.js';

/** How many of each ecosystem make a dozen, in the list's order. */
const SHARES = [2, 3, 1, 1, 1, 1, 1, 2];
/** This ecosystem has most runners: it replaces those that have no project left. */
const RICHEST = 1;

/** @returns {{ ecosystem: string, names: string[] }[]} */
export function readEcosystems(text) {
  const ecosystems = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) ecosystems.push({ ecosystem: line.slice(1, line.indexOf(']')), names: [] });
    else if (!line.startsWith('#')) ecosystems.at(-1)?.names.push(...line.split(' ').filter(Boolean));
  }
  return ecosystems;
}

/** Each ecosystem with its share and its projects in the order drawn: if one cannot be installed, the next replaces it. */
export function draw(ecosystems, seed, isTried) {
  const drawn = ecosystems.map(({ ecosystem, names }, n) => {
    const order = random(seed * 100 + n).shuffle(names);
    return { ecosystem, share: SHARES[n] ?? 1, order: order.filter((name) => !isTried(name)) };
  });
  for (const one of drawn) {
    const missing = Math.max(0, one.share - one.order.length);
    one.share -= missing;
    drawn[RICHEST].share += missing;
  }
  return drawn;
}
