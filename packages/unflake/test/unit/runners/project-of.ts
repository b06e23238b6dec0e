/** A project made of strings, for tests of detection. */
import type { Project } from '../../../src/contract/runner.ts';

export function projectOf(files: Readonly<Record<string, string>>): Project {
  return { root: '/p', files: Object.keys(files).sort(), text: (file) => files[file] };
}
