/** Which causes the experiments tested, which they support, and how far the others may come. */
import { type Clue, type Posterior, weight } from './posterior.ts';
import { type CauseCandidate, SUSPECT_NAMES } from './suspects.ts';

/** A clue counts as for or against when it moves the odds by at least this factor. */
export const TELLING = Math.log(1.5);
/** How close to a supported cause one without support may come, whatever its prior or the code says. */
const MAX_WITHOUT_SUPPORT = 0.9;

export function touchedBy(clues: readonly Clue[]): ReadonlySet<CauseCandidate> {
  return new Set(clues.flatMap(({ touches }) => touches));
}

/** The combined evidence of the experiments about a cause; an experiment about another cause does not support it. */
export function supportedBy(clues: readonly Clue[]): ReadonlySet<CauseCandidate> {
  const said = (name: CauseCandidate) =>
    clues.filter(({ touches }) => touches.includes(name)).reduce((sum, clue) => sum + weight(clue, name), 0);
  return new Set(SUSPECT_NAMES.filter((name) => said(name) >= TELLING));
}

/** If an experiment supports a cause, causes without support rank below it. */
export function withSupportFirst(chances: Posterior, supported: ReadonlySet<CauseCandidate>): Posterior {
  if (supported.size === 0) return chances;
  const most = MAX_WITHOUT_SUPPORT * Math.max(...[...supported].map((name) => chances[name]));
  const held = SUSPECT_NAMES.map((name) => (supported.has(name) ? chances[name] : Math.min(chances[name], most)));
  const total = held.reduce((sum, value) => sum + value, 0);
  return Object.fromEntries(SUSPECT_NAMES.map((name, at) => [name, held[at]! / total])) as Posterior;
}
