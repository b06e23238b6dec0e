/** Which runners a project has, and which one to take when nobody says. */
import { UnflakeError } from '../../contract/faults.ts';
import type { Detection, Project, RunnerAdapter } from '../../contract/runner.ts';

export interface DetectedRunner {
  readonly adapter: RunnerAdapter;
  readonly detection: Detection;
}

const STRENGTHS = ['configured', 'likely', 'possible'] as const;

/** Strongest signs first; among equals the order of `runners`. */
export function detectRunners(project: Project, runners: readonly RunnerAdapter[]): readonly DetectedRunner[] {
  const found = runners.flatMap((adapter) => {
    const { alsoIn = [], ...first } = adapter.detect(project) ?? { folder: null };
    return first.folder === null ? [] : [first, ...alsoIn].map((detection) => ({ adapter, detection }));
  });
  return STRENGTHS.flatMap((strength) => found.filter(({ detection }) => detection.strength === strength));
}

/** A runner that would take the place of another one has the same tests in the same folder. */
export function withoutSubstitutes(detected: readonly DetectedRunner[]): readonly DetectedRunner[] {
  return detected.filter(
    ({ adapter, detection }) =>
      !detected.some((one) => one.adapter.otherwise === adapter && one.detection.folder === detection.folder),
  );
}

/** The one with the strongest signs; NO_RUNNER when there is none, SEVERAL_RUNNERS when the strongest are equal. */
export function chooseRunner(detected: readonly DetectedRunner[], root: string): DetectedRunner {
  const [first, second] = detected;
  if (first === undefined) {
    throw new UnflakeError('NO_RUNNER', `no test runner was recognised in ${root}`, { root });
  }
  if (second !== undefined && second.detection.strength === first.detection.strength) {
    const equals = strongest(detected);
    throw new UnflakeError('SEVERAL_RUNNERS', `${root} has ${several(equals)}`, {
      root,
      runners: [...new Set(equals.map(({ adapter }) => adapter.name))],
      folders: [...new Set(equals.map(({ detection }) => detection.folder))],
    });
  }
  return first;
}

/** Those between which the signs do not decide. */
function strongest(detected: readonly DetectedRunner[]): readonly DetectedRunner[] {
  return detected.filter(({ detection }) => detection.strength === detected[0]!.detection.strength);
}

function several(equals: readonly DetectedRunner[]): string {
  const [first, ...others] = equals;
  const { name } = first!.adapter;
  if (others.every(({ adapter }) => adapter.name === name)) {
    const folders = equals.map(({ detection }) => detection.folder);
    return `${name} in several folders; choose one with --root: ${folders.join(', ')}`;
  }
  const signs = equals.map(({ adapter, detection }) => `${adapter.name} (${detection.because.join(', ')})`);
  return `several test runners: ${signs.join('; ')}`;
}
