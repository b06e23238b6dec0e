/** Which runners a project has, and which one to take when nobody says. */
import { UnflakeError } from '../../contract/faults.ts';
import type { Detection, Project, RunnerAdapter } from '../../contract/runner.ts';

export interface Detected {
  readonly adapter: RunnerAdapter;
  readonly detection: Detection;
}

const STRENGTHS = ['configured', 'likely', 'possible'] as const;

/** Strongest signs first; among equals the order of `runners`. */
export function detectRunners(project: Project, runners: readonly RunnerAdapter[]): readonly Detected[] {
  const found = runners.flatMap((adapter) => {
    const detection = adapter.detect(project);
    return detection === null ? [] : [{ adapter, detection }];
  });
  return STRENGTHS.flatMap((strength) => found.filter(({ detection }) => detection.strength === strength));
}

/** The one with the strongest signs; NO_RUNNER when there is none, SEVERAL_RUNNERS when the strongest are equal. */
export function chooseRunner(detected: readonly Detected[], root: string): Detected {
  const [first, second] = detected;
  if (first === undefined) {
    throw new UnflakeError('NO_RUNNER', `no test runner was recognised in ${root}`, { root });
  }
  if (second !== undefined && second.detection.strength === first.detection.strength) {
    const equals = detected.filter(({ detection }) => detection.strength === first.detection.strength);
    const signs = equals.map(({ adapter, detection }) => `${adapter.name} (${detection.because.join(', ')})`);
    throw new UnflakeError('SEVERAL_RUNNERS', `${root} has several test runners: ${signs.join('; ')}`, {
      root,
      runners: equals.map(({ adapter }) => adapter.name),
    });
  }
  return first;
}
