/** Rounds that run each file in a process of its own, as many files as take about as long as the suite. */
import type { TestId } from '../../contract/test-id.ts';
import type { ArmsContext, RoundTrial } from './hunt-arm.ts';
import { byFile } from './orders.ts';

/** Start-ups of a round may take this many times as long as the tests of the suite. */
const SUITE_TIMES = 1;
/** Even a short suite gets as much. */
const MIN_ROUND_MS = 10_000;

export function fileRounds({ duration, startupMs }: ArmsContext) {
  let left: (readonly TestId[])[] | null = null;
  return (tests: readonly TestId[]): readonly RoundTrial[] | null => {
    left ??= [...byFile(tests)];
    const suiteMs = tests.reduce((sum, test) => sum + duration(test), 0);
    const files = Math.max(1, Math.floor(Math.max(MIN_ROUND_MS, SUITE_TIMES * suiteMs) / startupMs()));
    const kept = new Set(tests);
    const round = left
      .splice(0, files)
      .map((file) => file.filter((test) => kept.has(test)))
      .filter((file) => file.length > 0);
    return round.length === 0 ? null : round.map((file) => ({ tests: file, how: {} }));
  };
}
