/** Signs that a project's tests are run by cargo test, and the folder of its manifest. */
import type { Detection, Project } from '../../contract/runner.ts';
import { byDepth, folderOf } from '../manifests.ts';

const TEST = /#\[(?:\w+::)*test\b/;
// A limit, because searching all files of a large project would take longer than running it.
const FILES_READ = 300;

export function detectCargoTest(project: Project): Detection | null {
  const files = byDepth(project.files);
  const manifests = files.filter((file) => file === 'Cargo.toml' || file.endsWith('/Cargo.toml'));
  for (const manifest of manifests) {
    const folder = folderOf(manifest);
    const inside = files.filter((file) => file.endsWith('.rs') && (folder === '.' || file.startsWith(`${folder}/`)));
    const test = inside.slice(0, FILES_READ).find((file) => TEST.test(project.text(file) ?? ''));
    if (test !== undefined) return { folder, because: [manifest, `#[test] in ${test}`], strength: 'configured' };
  }
  return null;
}
