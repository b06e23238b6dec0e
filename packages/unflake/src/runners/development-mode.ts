/** Python's own detectors: warnings about unclosed or never awaited objects, with the line that created them. The probes read them. */
import type { Conditions } from '../contract/trial.ts';

/** Like `python -X dev`, without its slow allocator. Warnings do not become errors, because an error in a finalizer cannot fail a test. */
export function developmentMode({ detectors }: Conditions): Readonly<Record<string, string>> {
  return detectors === 'on' ? { PYTHONDEVMODE: '1', PYTHONMALLOC: 'default' } : {};
}
