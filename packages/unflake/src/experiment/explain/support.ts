/** Which suspects the experiments put to the test, which of them they support, and how the others stay behind those. */
import { type Clue, type Posterior, weight } from './posterior.ts';
import { type CauseCandidate, SUSPECT_NAMES } from './suspects.ts';

/** A clue counts as for or against when it moves the odds by at least this factor. */
export const TELLING = Math.log(1.5);
/** How near to a supported suspect one without support may come, whatever its prior or the code says. */
const MAX_WITHOUT_SUPPORT = 0.9;

export function touchedBy(clues: readonly Clue[]): ReadonlySet<CauseCandidate> {
  return new Set(clues.flatMap(({ touches }) => touches));
}

/** What the experiments about a suspect say of it together; an experiment about another suspect does not support it. */
export function supportedBy(clues: readonly Clue[]): ReadonlySet<CauseCandidate> {
  const said = (name: CauseCandidate) =>
    clues.filter(({ touches }) => touches.includes(name)).reduce((sum, clue) => sum + weight(clue, name), 0);
  return new Set(SUSPECT_NAMES.filter((name) => said(name) >= TELLING));
}

/** Where an experiment supports a suspect, those that no experiment supports stay behind it. */
export function withSupportFirst(chances: Posterior, supported: ReadonlySet<CauseCandidate>): Posterior {
  if (supported.size === 0) return chances;
  const most = MAX_WITHOUT_SUPPORT * Math.max(...[...supported].map((name) => chances[name]));
  const held = SUSPECT_NAMES.map((name) => (supported.has(name) ? chances[name] : Math.min(chances[name], most)));
  const total = held.reduce((sum, value) => sum + value, 0);
  return Object.fromEntries(SUSPECT_NAMES.map((name, at) => [name, held[at]! / total])) as Posterior;
}
