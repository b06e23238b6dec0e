/** What a search over the levels of a knob is asked, and how a search answers. */
import type { TestId } from '../../contract/test-id.ts';
import type { Trial } from '../../contract/trial.ts';
import type { HostWatch } from '../busy-host.ts';
import type { Fingerprints } from '../event-of.ts';
import type { Tally } from '../findings.ts';

export interface LevelsOptions {
  readonly target: TestId;
  readonly knob: string;
  /** The knob's settings, weakest first; dates and zones in their own order. */
  readonly levels: readonly string[];
  /** `growing`: once a level provokes it, so do all stronger ones. `any`: each level is its own question. */
  readonly shape: 'growing' | 'any';
  /** The rate grows with the level, as it does with doses of a load. */
  readonly gradual?: boolean;
  /** How often it fails where it is provoked and where not, as far as is known: near 1 and 0 for a deterministic knob. */
  readonly rates: { readonly on: number; readonly off: number };
  /** What earlier trials said of each level; nothing where none is told. */
  readonly known?: readonly Tally[];
  readonly make: (level: string) => Trial;
  readonly fingerprints: Fingerprints;
  readonly jobs: number;
  readonly maxTrials: number;
  /** For doses of a load. */
  readonly host?: HostWatch;
}

/** What a search over levels answers: where to look next, and what it believes of each level. */
export interface LevelSearch {
  /** Positions to try now, at most `room`, without those that gave no outcome; none when done. */
  next(tallies: readonly Tally[], room: number, mute: readonly boolean[]): readonly number[];
  conclude(tallies: readonly Tally[]): {
    readonly failing: readonly (boolean | null)[];
    readonly posterior: number;
  };
}
