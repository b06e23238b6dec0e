/** What recorded runs of a test have seen, summed over its cases, and in words. */
import type { Count } from '../../contract/evidence.ts';
import type { CaseRuns } from './report-input.ts';

export function sumRuns(cases: readonly CaseRuns[]): Count {
  return add(cases.flatMap(({ alone, suite, part }) => [alone, suite, part]));
}

/** `failed in 0 of 20 runs alone and 3 of 10 in the suite`; null when there was no run. */
export function runsText(cases: readonly CaseRuns[]): string | null {
  const arms = [
    ['alone', add(cases.map(({ alone }) => alone))],
    ['in the suite', add(cases.map(({ suite }) => suite))],
    ['in a part of it', add(cases.map(({ part }) => part))],
  ] as const;
  const counted = arms.filter(([, { runs }]) => runs > 0);
  if (counted.length === 0) return null;
  const texts = counted.map(
    ([arm, { failures, runs }], index) => `${failures} of ${runs}${index === 0 ? ' runs' : ''} ${arm}`,
  );
  return `failed in ${texts.length < 2 ? texts[0] : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`}`;
}

function add(counts: readonly Count[]): Count {
  return {
    failures: counts.reduce((sum, { failures }) => sum + failures, 0),
    runs: counts.reduce((sum, { runs }) => sum + runs, 0),
  };
}
