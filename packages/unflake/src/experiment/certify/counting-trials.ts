/**
 * The trials whose runs count for the bound. All tests share them: each runs alone in a fork of its own, and in shuffled orders with the
 * others, from many processes; where the runner cannot fork, in shuffled orders in one process each.
 */
import type { Random } from '@unflake/testkit/random';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialChoice } from '../findings.ts';
import type { RoundTrial } from '../hunt/hunt-arm.ts';
import { byFile } from '../hunt/orders.ts';
import type { ResolvedCertifyOptions } from './certify-options.ts';
import { DRAWN_ANYWAY } from './count-runs.ts';

export const COUNTED_ARM = 'alone and shuffled, in forks';
export const PROCESS_ARM = 'shuffled, in new processes';

/** Forks of one process share what it drew at its start, so they come from at least this many. */
export const MIN_STARTS = 20;
/** Of the forks of one start, so many run the test alone; the others run all tests. */
const ALONE_SHARE = 1 / 3;
/** Forks of one trial; a longer one delays the next look. */
const MAX_FORKS = 400;
/** The knob takes no larger one. */
const MAX_SEED = 999_999_999;

/** `missing`: the most runs that one of these tests still lacks. */
export function forkedTrial(
  tests: readonly TestId[],
  missing: number,
  options: ResolvedCertifyOptions,
  needed: number,
  random: Random,
): RoundTrial {
  const perStart = Math.min(missing, Math.ceil(needed / MIN_STARTS));
  const alone = Math.max(1, Math.min(Math.round(perStart * ALONE_SHARE), Math.floor(MAX_FORKS / tests.length)));
  const shuffled = Math.max(0, perStart - alone);
  const pieces = random.shuffle([
    ...tests.flatMap((test) => Array.from({ length: alone }, () => [test])),
    ...Array.from({ length: shuffled }, () => shuffledOnce(tests, options, random)),
  ]);
  return {
    tests: pieces.flat(),
    how: { forks: pieces.map((piece) => piece.length), conditions: drawn(options, random) },
  };
}

export function processTrial(tests: readonly TestId[], options: ResolvedCertifyOptions, random: Random): RoundTrial {
  return { tests: shuffledOnce(tests, options, random), how: { conditions: drawn(options, random) } };
}

export function shuffledOnce(
  tests: readonly TestId[],
  { can: { order } }: Pick<ResolvedCertifyOptions, 'can'>,
  random: Random,
): readonly TestId[] {
  if (order === 'none') return tests;
  if (order === 'any') return random.shuffle(tests);
  return random.shuffle(byFile(tests)).flatMap((file) => (order === 'within-file' ? random.shuffle(file) : [...file]));
}

/** Forks share the seed of the process that they come from, and only a few such processes are kept. */
function drawn({ knobs, can }: ResolvedCertifyOptions, random: Random): NonNullable<TrialChoice['conditions']> {
  const isDrawn = can.fork === true && knobs.some(({ knob }) => knob === DRAWN_ANYWAY);
  return isDrawn ? { [DRAWN_ANYWAY]: String(random.int(1, MAX_SEED)) } : {};
}
