/** Python's own detectors: warnings about what is left open or never awaited, with the place where it was made. Read by the probes. */
import type { Conditions } from '../contract/trial.ts';

/** As `python -X dev`, without its slow allocator. Nothing is turned into an error: a finaliser's error cannot fail a test anyway. */
export function developmentMode({ detectors }: Conditions): Readonly<Record<string, string>> {
  return detectors === 'on' ? { PYTHONDEVMODE: '1', PYTHONMALLOC: 'default' } : {};
}
