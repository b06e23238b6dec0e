/** Orders of a suite that its runner can run: any order, files kept together, or none. */
import type { Random } from '@unflake/testkit/random';
import { fileOf } from '../../contract/file-of.ts';
import type { Capabilities } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { PairCoverage } from './pair-coverage.ts';

/** Consecutive tests of one file, in the suite's order. */
export function byFile(tests: readonly TestId[]): readonly (readonly TestId[])[] {
  const files = new Map<string | null, TestId[]>();
  for (const test of tests) {
    const file = fileOf(test);
    const own = files.get(file);
    if (own === undefined) files.set(file, [test]);
    else own.push(test);
  }
  return [...files.values()];
}

/** Null where the runner keeps its own order. */
export function reversed(tests: readonly TestId[], { order }: Capabilities): readonly TestId[] | null {
  if (order === 'any') return tests.toReversed();
  if (order === 'none') return null;
  const files = byFile(tests).toReversed();
  return files.flatMap((file) => (order === 'within-file' ? file.toReversed() : file));
}

/** Candidates of which the one with most new pairs is taken. More cost time and find few pairs more. */
const CANDIDATES = 8;

/** `tests`: every test anywhere. `files`: whole files in another order, each as it is. */
export type Shuffling = 'tests' | 'files';

/** A random order with many pairs that no earlier order had. Null where the runner keeps its own order. */
export function shuffled(
  tests: readonly TestId[],
  { order }: Capabilities,
  { random, covered, what }: { readonly random: Random; readonly covered: PairCoverage; readonly what: Shuffling },
): readonly TestId[] | null {
  if (order === 'none') return null;
  let best: readonly TestId[] | null = null;
  let most = -1;
  for (let tried = 0; tried < CANDIDATES; tried += 1) {
    const candidate = what === 'tests' ? draw(tests, order, random) : random.shuffle(byFile(tests)).flat();
    const pairs = covered.newPairs(candidate);
    if (pairs <= most) continue;
    most = pairs;
    best = candidate;
  }
  return best;
}

function draw(tests: readonly TestId[], order: Capabilities['order'], random: Random): readonly TestId[] {
  if (order === 'any') return random.shuffle(tests);
  return random.shuffle(byFile(tests)).flatMap((file) => (order === 'within-file' ? random.shuffle(file) : file));
}
