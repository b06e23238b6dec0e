/** Names of steps and environments: which are allowed, and what a file's name says of a step. */
import { UnflakeError } from '../contract/faults.ts';

export const STEP_KINDS = ['foundation', 'sequential', 'independent'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export const FOUNDATION = 'foundation';
export const SEQUENTIAL = 'sequential';
/** Beginning of the name of an environment that holds what sequential steps up to one of them have made. */
export const AFTER = 'after-';

/** Environments that steps share, by name: the ones that numbered steps make, and no other that merely begins with `after-`. */
export const isShared = (environment: string): boolean =>
  environment === FOUNDATION || environment === SEQUENTIAL || /^after-[0-9][0-9]-/.test(environment);

export const STEP_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

export const isName = (name: string): boolean => STEP_NAME.test(name);

/** The name itself; anything that could lead out of its folder is refused. */
export function checkedName(name: string, of: 'environment' | 'step'): string {
  if (isName(name)) return name;
  throw new UnflakeError(
    'INVALID_INPUT',
    `\`${name}\` is no name of ${of === 'step' ? 'a step' : 'an environment'}; it must be letters, digits, dots, dashes and underscores, and begin with a letter or a digit`,
    { name },
  );
}

/** By the step's name alone; null for a name of no known shape. */
export function kindByName(step: string): StepKind | null {
  if (step === FOUNDATION) return 'foundation';
  if (/^[0-9][0-9]-/.test(step)) return 'sequential';
  return step.startsWith('test-') ? 'independent' : null;
}

/** The step that a file is by its name: without folders and without the extension; null when it is none. */
export function stepOfFile(file: string): string | null {
  const base = file.slice(file.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  if (dot <= 0) return null;
  const name = base.slice(0, dot);
  return isName(name) && kindByName(name) !== null ? name : null;
}

/** The environment of a step that does not say otherwise. */
export function environmentByName(step: string, kind: StepKind): string {
  if (kind === 'independent') {
    const short = step.startsWith('test-') ? step.slice('test-'.length) : step;
    return isShared(short) ? step : short;
  }
  return kind === 'foundation' ? FOUNDATION : SEQUENTIAL;
}

/** As the C locale sorts: names are plain ASCII, so code units will do. */
export const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
