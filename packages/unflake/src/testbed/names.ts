/** Names of steps and environments: which are allowed, and what a file's name says about its step. */
import { UnflakeError } from '../contract/faults.ts';

export const STEP_KINDS = ['foundation', 'sequential', 'independent'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export const FOUNDATION = 'foundation';
export const SEQUENTIAL = 'sequential';
/** Prefix of an environment that holds the result of sequential steps up to a given one. */
export const AFTER = 'after-';

/** Environments that steps share, by name: those of numbered steps, and not every name that starts with `after-`. */
export const isShared = (environment: string): boolean =>
  environment === FOUNDATION || environment === SEQUENTIAL || /^after-[0-9][0-9]-/.test(environment);

export const STEP_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

export const isName = (name: string): boolean => STEP_NAME.test(name);

/** Returns the name; refuses anything that could leave its folder. */
export function checkedName(name: string, of: 'environment' | 'step'): string {
  if (isName(name)) return name;
  throw new UnflakeError(
    'INVALID_INPUT',
    `\`${name}\` is not a valid name of ${of === 'step' ? 'a step' : 'an environment'}; use letters, digits, dots, dashes and underscores, starting with a letter or a digit`,
    { name },
  );
}

/** From the step's name alone; null if the name has no known form. */
export function kindByName(step: string): StepKind | null {
  if (step === FOUNDATION) return 'foundation';
  if (/^[0-9][0-9]-/.test(step)) return 'sequential';
  return step.startsWith('test-') ? 'independent' : null;
}

/** The step name of a file: without folders and extension; null if the file is not a step. */
export function stepOfFile(file: string): string | null {
  const base = file.slice(file.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  if (dot <= 0) return null;
  const name = base.slice(0, dot);
  return isName(name) && kindByName(name) !== null ? name : null;
}

/** The default environment of a step. */
export function environmentByName(step: string, kind: StepKind): string {
  if (kind === 'independent') {
    const short = step.startsWith('test-') ? step.slice('test-'.length) : step;
    return isShared(short) ? step : short;
  }
  return kind === 'foundation' ? FOUNDATION : SEQUENTIAL;
}

/** The order of the C locale: names are plain ASCII, so comparing code units is enough. */
export const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
