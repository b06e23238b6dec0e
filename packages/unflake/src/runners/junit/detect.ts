/** Signs that a project's tests are run by Maven or Gradle: its manifest, with test sources of a JVM language below it. */
import type { Detection, Project } from '../../contract/runner.ts';
import { byDepth, folderOf } from '../manifests.ts';

const TEST_SOURCE = /(?:^|\/)src\/test\/(?:java|kotlin|groovy|scala)\/.+\.(?:java|kt|groovy|scala)$/;

/** `manifest`: matches the name of a file. */
export function detectJunit(project: Project, manifest: RegExp): Detection | null {
  const files = byDepth(project.files);
  const sources = files.filter((file) => TEST_SOURCE.test(file));
  if (sources.length === 0) return null;
  for (const file of files.filter((path) => manifest.test(path.slice(path.lastIndexOf('/') + 1)))) {
    const folder = folderOf(file);
    const test = sources.find((source) => folder === '.' || source.startsWith(`${folder}/`));
    if (test !== undefined) return { folder, because: [file, test], strength: 'configured' };
  }
  return null;
}
