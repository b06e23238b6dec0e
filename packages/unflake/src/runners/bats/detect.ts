/** Signs that a project's tests are run by BATS. A checkout of BATS or of one of its libraries inside the project does not count. */
import type { Detection, Project } from '../../contract/runner.ts';
import { byDepth } from '../manifests.ts';

const NOT_THEIRS = /(?:^|\/)(?:node_modules|vendor|test_helper|bats|bats-[\w-]+)\//;

export function detectBats(project: Project): Detection | null {
  const files = byDepth(project.files);
  const test = files.find((file) => file.endsWith('.bats') && !NOT_THEIRS.test(file));
  if (test === undefined) return null;
  // Tests find their programs from the root, and BATS works from any folder.
  return { folder: '.', because: [test], strength: 'likely' };
}
