/** Signs that a project's tests are written for node:test. */
import type { Detection, Project } from '../../contract/runner.ts';
import { type Manifest, nearestManifests } from '../manifests.ts';
import { withPackagesBeside } from '../npm-signs.ts';

// Within one command of the script: what follows `&&` is another program.
const NODE_TEST = /\bnode\b[^&|;]*\s--test\b/;
/** borp runs files of node:test. */
const BORP = /(?:^|[\s/&|;])borp(?=\s|$)/;
const IMPORTS = /(?:from|require\(|import\()\s*['"]node:test['"]/;
const TEST_FILE = /(?:^|\/)(?:test|test-[^/]*|[^/]*[._-]test)\.[cm]?[jt]s$|(?:^|\/)tests?\/.*\.[cm]?[jt]s$/;
// A limit, because searching all files of a large project would take longer than running it.
const FILES_READ = 200;

export function detectNodeTest(project: Project): Detection | null {
  const started = withPackagesBeside(nearestManifests(project).flatMap(({ folder, json }) => inScripts(folder, json)));
  if (started !== null) return started;
  const file = project.files
    .filter((name) => TEST_FILE.test(name))
    .slice(0, FILES_READ)
    .find((name) => IMPORTS.test(project.text(name) ?? ''));
  if (file === undefined) return null;
  const around = nearestManifests(project).findLast(({ folder }) => folder === '.' || file.startsWith(`${folder}/`));
  return { folder: around?.folder ?? '.', because: [`${file} imports node:test`], strength: 'likely' };
}

function inScripts(folder: string, json: Manifest['json']): readonly Detection[] {
  const scripts = Object.entries(json.scripts ?? {});
  for (const [program, sign] of [
    ['node --test', NODE_TEST],
    ['borp', BORP],
  ] as const) {
    const script = scripts.find(([, text]) => sign.test(text));
    if (script) return [{ folder, because: [`\`${program}\` in the script "${script[0]}"`], strength: 'configured' }];
  }
  return [];
}
