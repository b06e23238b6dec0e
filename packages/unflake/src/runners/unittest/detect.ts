/**
 * Signs that a project's tests are run by unittest itself, or by Django's runner of such tests. pytest runs them too: if it is configured or
 * required, pytest is chosen; in a project of Django only if it can set up Django.
 */
import type { Detection, Project } from '../../contract/runner.ts';
import { byDepth, folderOf } from '../manifests.ts';
import { detectPytest } from '../pytest/detect.ts';
import { djangoCommand, djangoFolders } from './django-command.ts';

const TEST_FILE = /(?:^|\/)(?:test[^/]*|[^/]*_tests?)\.py$/;
const IMPORTS = /^\s*(?:import unittest\b|from unittest\b)/m;
/** Cases of Django, or of a package that builds on them, also where a project has a base class of its own. */
const IMPORTS_DJANGO =
  /^\s*(?:import (?:unittest|django)\b|from (?:unittest|django\.test|rest_framework\.test)\b|class \w+\(.*TestCase\b)/m;
const STARTS = /-m unittest\b/;
const STARTED_IN =
  /(?:^|\/)(?:Makefile|makefile|tox\.ini|noxfile\.py|justfile|pyproject\.toml|package\.json)$|^\.github\/workflows\/[^/]+\.ya?ml$/;
const MANIFEST = /(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg|requirements[^/]*\.txt|Pipfile)$/;
const REQUIREMENTS =
  /(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg|tox\.ini|Pipfile|[^/]*requirements[^/]*\.(?:txt|in)|requirements\/[^/]+)$/;
const PYTEST_FOR_DJANGO = /\bpytest[-_]django\b/;
// A limit, because searching all files of a large project would take longer than running it.
const FILES_READ = 200;

export function detectUnittest(project: Project): Detection | null {
  const pytest = detectPytest(project);
  const files = byDepth(project.files);
  if (pytest?.strength === 'configured') return null;
  const django = startsUnittest(project) ? [] : djangoFolders(project).flatMap((folder) => inDjango(project, folder));
  if (pytest?.strength === 'likely' && (django.length === 0 || mayBePytest(project, pytest))) return null;
  if (django.length > 0) return { ...django[0]!, ...(django.length > 1 ? { alsoIn: django.slice(1) } : {}) };
  const test = firstOf(files, IMPORTS, project);
  if (test === undefined) return null;
  const folder = nearestManifest(test, files);
  const start = startOf(project, files);
  const imports = `${test} imports unittest`;
  if (start === undefined) return { folder, because: [imports], strength: 'likely' };
  return { folder, because: [`\`-m unittest\` in ${start}`, imports], strength: 'configured' };
}

/** A script of the project starts unittest itself: its tests do not need Django's runner. */
export function startsUnittest(project: Project): boolean {
  return startOf(project, byDepth(project.files)) !== undefined;
}

function startOf(project: Project, files: readonly string[]): string | undefined {
  return files.find((file) => STARTED_IN.test(file) && STARTS.test(project.text(file) ?? ''));
}

function inDjango(project: Project, folder: string): readonly Detection[] {
  const below = byDepth(project.files).filter((file) => folder === '.' || file.startsWith(`${folder}/`));
  const test = firstOf(below, IMPORTS_DJANGO, project);
  const command = djangoCommand(project, folder);
  if (test === undefined || command === null) return [];
  return [{ folder, because: [command.because, `${test} has tests of unittest`], strength: 'configured' }];
}

/** Where Django's tests are pytest's: it has a plugin that sets up Django, or a conftest that may do so. */
function mayBePytest(project: Project, { because }: Detection): boolean {
  if (because[0]?.endsWith('conftest.py')) return true;
  return project.files.some((file) => REQUIREMENTS.test(file) && PYTEST_FOR_DJANGO.test(project.text(file) ?? ''));
}

function firstOf(files: readonly string[], pattern: RegExp, project: Project): string | undefined {
  return files
    .filter((file) => TEST_FILE.test(file))
    .slice(0, FILES_READ)
    .find((file) => pattern.test(project.text(file) ?? ''));
}

function nearestManifest(file: string, files: readonly string[]): string {
  const folders = files.filter((name) => MANIFEST.test(name)).map(folderOf);
  const around = folders.filter((folder) => folder === '.' || file.startsWith(`${folder}/`));
  return around.toSorted((a, b) => b.length - a.length)[0] ?? '.';
}
