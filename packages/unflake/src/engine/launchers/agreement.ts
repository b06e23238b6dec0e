/** Does a faster launcher agree with `cold` on the same tests? A flaky test must not count against it. */
import type { Outcome } from '../../contract/outcome.ts';
import type { Observation } from '../../contract/trial.ts';

export type ComparedRun = readonly Pick<Observation, 'test' | 'run' | 'outcome'>[];

/** Null when they agree, else what differs, for people. `by`: what the faster one runs; `tolerated`: runs in which it may differ where cold never does. */
export function disagreement(
  cold: readonly ComparedRun[],
  fast: readonly ComparedRun[],
  { tolerated, by }: { readonly tolerated: number; readonly by: string },
): string | null {
  const keys = [...new Set([...cold, ...fast].flatMap((run) => run.map(keyOf)))];
  for (const key of keys) {
    const before = outcomes(cold, key);
    const [usual] = before;
    // If cold itself disagrees between runs, there is nothing to compare with.
    if (usual === undefined || before.some((outcome) => outcome !== usual)) continue;
    const other = outcomes(fast, key).filter((outcome) => outcome !== usual);
    if (other.length > tolerated) {
      return `${key.slice(key.indexOf(' ') + 1)} was ${usual} in ${cold.length} of ${cold.length} runs started by the runner itself, and ${other[0]} in ${other.length} of ${fast.length} runs of ${by}`;
    }
  }
  return null;
}

const keyOf = ({ test, run }: ComparedRun[number]): string => `${run} ${test}`;

function outcomes(runs: readonly ComparedRun[], key: string): readonly Outcome[] {
  return runs.map((run) => run.find((observation) => keyOf(observation) === key)?.outcome ?? 'missing');
}
