/** The subject's files as detection sees them: a bounded, sorted walk without dependencies, products and version control. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UnflakeError } from '../../contract/faults.ts';
import { DEPENDENCY_FOLDERS, PRODUCT_FOLDERS, VERSION_CONTROL } from '../../contract/foreign-folders.ts';
import type { Project } from '../../contract/runner.ts';

/** Enough to see every manifest of a large repository; more would only make starting slow. */
const MAX_FILES = 50_000;
const DEEPEST = 12;
const MAX_TEXT = 2 * 1024 * 1024;

export function openProject(root: string): Project {
  const absolute = resolve(root);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UnflakeError('ROOT_NOT_FOUND', `the project root ${absolute} is not a folder`, { root: absolute });
  }
  const real = realpathSync(absolute);
  return { root: real, files: walk(real), text: (file) => readText(join(real, file)) };
}

/** Breadth first, so that a huge folder of data deep down cannot hide a manifest above it. */
function walk(root: string): readonly string[] {
  const files: string[] = [];
  let level = [''];
  for (let depth = 0; depth <= DEEPEST && level.length > 0 && files.length < MAX_FILES; depth += 1) {
    const below: string[] = [];
    for (const folder of level) {
      for (const entry of entriesOf(join(root, folder))) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
          if (!isForeign(entry.name) && !isVirtualEnvironment(join(root, path))) below.push(path);
        } else if (files.length < MAX_FILES) files.push(path);
      }
    }
    level = below;
  }
  return files.sort();
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // A folder that may not be read holds nothing that the runner could read either.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}

function isForeign(name: string): boolean {
  return VERSION_CONTROL.has(name) || DEPENDENCY_FOLDERS.has(name) || PRODUCT_FOLDERS.has(name);
}

/** A virtual environment may have any name; its marker file may not. */
function isVirtualEnvironment(folder: string): boolean {
  return existsSync(join(folder, 'pyvenv.cfg'));
}

function readText(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size > MAX_TEXT) return undefined;
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
