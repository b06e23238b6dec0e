/** Signs that a project's tests are run by go test, and the module they belong to. */
import type { Detection, Project } from '../../contract/runner.ts';
import { byDepth, folderOf } from '../manifests.ts';

const TEST_FILE = /(?:^|\/)[^/_.][^/]*_test\.go$/;
// Go itself ignores these folders.
const IGNORED = /(?:^|\/)(?:testdata|vendor|[_.][^/]*)\//;

export function detectGoTest(project: Project): Detection | null {
  const files = byDepth(project.files);
  const tests = files.filter((file) => TEST_FILE.test(file) && !IGNORED.test(file));
  const modules = files.filter((file) => file === 'go.mod' || file.endsWith('/go.mod')).map(folderOf);
  const folder = modules.find((module) => tests.some((test) => nearest(test, modules) === module));
  if (folder === undefined) return null;
  const test = tests.find((file) => nearest(file, modules) === folder)!;
  const manifest = folder === '.' ? 'go.mod' : `${folder}/go.mod`;
  return { folder, because: [manifest, test], strength: 'configured' };
}

/** A folder with a go.mod of its own is another module. */
function nearest(file: string, modules: readonly string[]): string | undefined {
  const around = modules.filter((folder) => folder === '.' || file.startsWith(`${folder}/`));
  return around.toSorted((a, b) => (a === '.' ? 1 : b === '.' ? -1 : b.length - a.length))[0];
}
