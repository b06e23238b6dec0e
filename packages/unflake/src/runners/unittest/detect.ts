/**
 * Signs that a project's tests are run by unittest itself. pytest runs such tests too: if it is configured or required, pytest is chosen.
 */
import type { Detection, Project } from '../../contract/runner.ts';
import { byDepth, folderOf } from '../manifests.ts';
import { detectPytest } from '../pytest/detect.ts';

const TEST_FILE = /(?:^|\/)(?:test[^/]*|[^/]*_tests?)\.py$/;
const IMPORTS = /^\s*(?:import unittest\b|from unittest\b)/m;
const STARTS = /-m unittest\b/;
const STARTED_IN =
  /(?:^|\/)(?:Makefile|makefile|tox\.ini|noxfile\.py|justfile|pyproject\.toml|package\.json)$|^\.github\/workflows\/[^/]+\.ya?ml$/;
const MANIFEST = /(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg|requirements[^/]*\.txt|Pipfile)$/;
// A limit, because searching all files of a large project would take longer than running it.
const FILES_READ = 200;

export function detectUnittest(project: Project): Detection | null {
  const pytest = detectPytest(project)?.strength;
  if (pytest === 'configured' || pytest === 'likely' || hasDjango(project)) return null;
  const files = byDepth(project.files);
  const test = files
    .filter((file) => TEST_FILE.test(file))
    .slice(0, FILES_READ)
    .find((file) => IMPORTS.test(project.text(file) ?? ''));
  if (test === undefined) return null;
  const folder = nearestManifest(test, files);
  const start = files.find((file) => STARTED_IN.test(file) && STARTS.test(project.text(file) ?? ''));
  const imports = `${test} imports unittest`;
  if (start === undefined) return { folder, because: [imports], strength: 'likely' };
  return { folder, because: [`\`-m unittest\` in ${start}`, imports], strength: 'configured' };
}

/** Its tests need Django's own runner, which sets up databases. */
function hasDjango(project: Project): boolean {
  return project.files.some((file) => /(?:^|\/)manage\.py$/.test(file) && /django/.test(project.text(file) ?? ''));
}

function nearestManifest(file: string, files: readonly string[]): string {
  const folders = files.filter((name) => MANIFEST.test(name)).map(folderOf);
  const around = folders.filter((folder) => folder === '.' || file.startsWith(`${folder}/`));
  return around.toSorted((a, b) => b.length - a.length)[0] ?? '.';
}
