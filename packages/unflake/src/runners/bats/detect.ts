/** Signs that a project's tests are run by BATS. A checkout of BATS or of one of its libraries inside the project is not the project's. */
import type { Detection, Project } from '../../contract/runner.ts';
import { byDepth } from '../manifests.ts';

const NOT_THEIRS = /(?:^|\/)(?:node_modules|vendor|test_helper|bats|bats-[\w-]+)\//;

export function detectBats(project: Project): Detection | null {
  const files = byDepth(project.files);
  const test = files.find((file) => file.endsWith('.bats') && !NOT_THEIRS.test(file));
  if (test === undefined) return null;
  // Tests find the programs they run from the root, and BATS itself is indifferent to where it starts.
  return { folder: '.', because: [test], strength: 'likely' };
}
