/** True if an environment exists and cannot be trusted, which makes the exit status 1. */
import type { EnvironmentReport } from './results.ts';

export const polluted = ({ state }: EnvironmentReport): boolean =>
  state === 'dirty' || state === 'stale' || state === 'foreign';
