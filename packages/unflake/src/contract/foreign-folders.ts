/** Folders inside a project that are not its own work. */

export const VERSION_CONTROL: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.jj']);

/** Installed by a package manager; the same for every trial. */
export const DEPENDENCY_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  '.venv',
  'venv',
  '.tox',
  '.nox',
  'bower_components',
  '.bundle',
  '.gradle',
]);

/** Made by tools; detection does not look inside. */
export const PRODUCT_FOLDERS: ReadonlySet<string> = new Set([
  'target',
  'dist',
  'build',
  'coverage',
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.next',
  '.cache',
  '.unflake',
]);
