/** Signs that a project's tests are run by pytest, and the folder in which it starts. */
import type { Detection, Project } from '../../contract/runner.ts';
import { byDepth, folderOf } from '../manifests.ts';

/** File name → pattern that its text must match. */
const CONFIGURED: readonly (readonly [string, RegExp, string])[] = [
  ['pytest.ini', /^/, 'pytest.ini'],
  ['.pytest.ini', /^/, '.pytest.ini'],
  ['pytest.toml', /^/, 'pytest.toml'],
  ['pyproject.toml', /^\s*\[tool\.pytest(?:\.ini_options)?\]/m, '[tool.pytest…] in pyproject.toml'],
  ['tox.ini', /^\s*\[pytest\]/m, '[pytest] in tox.ini'],
  ['setup.cfg', /^\s*\[tool:pytest\]/m, '[tool:pytest] in setup.cfg'],
];
const MANIFESTS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'requirements-dev.txt', 'Pipfile'];
const PROJECTS = ['pyproject.toml', 'setup.py', 'Pipfile'];
const TEST_FOLDER = /(?:^|\/)(?:tests?|testing)$/;
const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;

export function detectPytest(project: Project): Detection | null {
  const files = byDepth(project.files);
  for (const file of files) {
    const row = CONFIGURED.find(([name]) => file === name || file.endsWith(`/${name}`));
    if (row?.[1].test(project.text(file) ?? ''))
      return { folder: folderOf(file), because: [row[2]], strength: 'configured' };
  }
  const manifests = files.filter((file) => MANIFESTS.includes(file.split('/').at(-1)!));
  const names = manifests.find((file) => /\bpytest\b/.test(project.text(file) ?? ''));
  const conftest = files.find((file) => file === 'conftest.py' || file.endsWith('/conftest.py'));
  const test = files.find((file) => TEST_FILE.test(file));
  if (conftest !== undefined && test !== undefined) {
    return { folder: nearestManifest(conftest, manifests), because: [conftest, test], strength: 'likely' };
  }
  if (test === undefined) return null;
  const folder = nearestManifest(test, manifests);
  if (names !== undefined) return { folder, because: [`pytest in ${names}`, test], strength: 'likely' };
  return { folder, because: [test], strength: 'possible' };
}

/** Requirements in a folder of tests do not make it a project of its own. */
function nearestManifest(file: string, manifests: readonly string[]): string {
  const folders = manifests
    .filter((one) => PROJECTS.includes(one.split('/').at(-1)!) || !TEST_FOLDER.test(folderOf(one)))
    .map(folderOf)
    .filter((folder) => folder === '.' || file.startsWith(`${folder}/`));
  return folders.toSorted((a, b) => b.length - a.length)[0] ?? '.';
}
