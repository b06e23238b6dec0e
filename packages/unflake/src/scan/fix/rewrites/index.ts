/** Every rewrite, by the rule that it mends. */
import type { Rewrite } from '../rewrite.ts';
import { goEnvironment } from './go-environment.ts';
import { javascriptSortedListing } from './javascript-sorted.ts';
import { portZero } from './port-zero.ts';
import { pythonEnvironment } from './python-environment.ts';
import { pythonSortedJoin, pythonSortedListing } from './python-sorted.ts';
import { pythonTempPath } from './python-temp-path.ts';
import { rustCounter } from './rust-counter.ts';
import { goSeed, javaSeed, pythonSeed, rustSeed } from './seeded-random.ts';
import { shellSortedListing } from './shell-sorted.ts';
import { batsTempPath } from './shell-temp-path.ts';

export const REWRITES: ReadonlyMap<string, Rewrite> = new Map(
  [
    ...portZero,
    pythonSortedListing,
    pythonSortedJoin,
    pythonSeed,
    pythonEnvironment,
    pythonTempPath,
    javascriptSortedListing,
    goEnvironment,
    goSeed,
    rustCounter,
    rustSeed,
    javaSeed,
    shellSortedListing,
    batsTempPath,
  ].map((rewrite) => [rewrite.rule, rewrite]),
);
