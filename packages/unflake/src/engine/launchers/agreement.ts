/** Does a faster launcher agree with `cold` on the same tests, in outcomes and in failures? A flaky test must not count against it. */
import { isFailure, type Outcome } from '../../contract/outcome.ts';
import type { Observation } from '../../contract/trial.ts';

export type ComparedRun = readonly Pick<Observation, 'test' | 'run' | 'outcome' | 'fingerprint'>[];

/** What one run says of one execution; a failure without a message has no fingerprint. */
interface Ended {
  readonly outcome: Outcome;
  readonly fingerprint?: string | undefined;
}

/** Null when they agree, else what differs, for people. `by`: what the faster one runs; `tolerated`: runs in which it may differ where cold never does. */
export function disagreement(
  cold: readonly ComparedRun[],
  fast: readonly ComparedRun[],
  { tolerated, by }: { readonly tolerated: number; readonly by: string },
): string | null {
  const keys = [...new Set([...cold, ...fast].flatMap((run) => run.map(keyOf)))];
  const all = `${cold.length} of ${cold.length} runs started by the runner itself`;
  const alike: { readonly key: string; readonly usual: Ended; readonly after: readonly Ended[] }[] = [];
  for (const key of keys) {
    const before = endings(cold, key);
    const [usual] = before;
    // If cold itself disagrees between runs, there is nothing to compare with.
    if (usual === undefined || before.some(({ outcome }) => outcome !== usual.outcome)) continue;
    const after = endings(fast, key);
    const other = after.filter(({ outcome }) => outcome !== usual.outcome);
    if (other.length > tolerated) {
      return `${testOf(key)} was ${usual.outcome} in ${all}, and ${other[0]!.outcome} in ${other.length} of ${fast.length} runs of ${by}`;
    }
    // A message may differ from run to run, and then says nothing about the launcher.
    const isFailing = isFailure(usual.outcome) && before.every((one) => isSameFailure(one, usual));
    if (isFailing) alike.push({ key, usual, after });
  }
  for (const { key, usual, after } of alike) {
    const others = after.filter((one) => one.outcome === usual.outcome && !isSameFailure(one, usual));
    if (others.length > tolerated) {
      return `${testOf(key)} failed with the same message in ${all}, and with another one in ${others.length} of ${fast.length} runs of ${by}`;
    }
  }
  return null;
}

const isSameFailure = (one: Ended, other: Ended): boolean => one.fingerprint === other.fingerprint;

const testOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

const keyOf = ({ test, run }: ComparedRun[number]): string => `${run} ${test}`;

function endings(runs: readonly ComparedRun[], key: string): readonly Ended[] {
  return runs.map((run) => run.find((observation) => keyOf(observation) === key) ?? { outcome: 'missing' });
}
