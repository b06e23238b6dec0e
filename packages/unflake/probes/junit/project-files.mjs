/** The files of a Java project that its build may read, and a copy of them, without build output and version control. */
import { createHash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const LEFT_OUT = new Set(['.git', '.hg', '.svn', '.jj', '.gradle', '.idea', '.vscode']);
/** Large, and the same for every trial: linked instead of copied. */
const LINKED = new Set(['node_modules']);
/** Folder → the files next to it that mark it as a build tool's own. */
const MADE_BY = {
  target: ['pom.xml'],
  build: ['build.gradle', 'build.gradle.kts'],
  bin: ['.classpath'],
};

/** Every path below `root` with its `lstat`, sorted; and those of `outside`, absolute files that the build needs as well. */
export function projectFiles(root, outside = []) {
  const files = [];
  const walk = (folder) => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    const names = new Set(entries.map(({ name }) => name));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const isGenerated = MADE_BY[entry.name]?.some((sign) => names.has(sign));
      if (LEFT_OUT.has(entry.name) || (isGenerated && entry.isDirectory())) continue;
      if (entry.isDirectory() && !LINKED.has(entry.name)) walk(path);
      else files.push({ path, stat: lstatSync(path) });
    }
  };
  walk(root);
  return [...files, ...outside.map((path) => ({ path, stat: lstatSync(path) }))];
}

/** Cheap, and different after every edit. */
export function looksOf(files, root) {
  const hash = createHash('sha256');
  for (const { path, stat } of files) hash.update(`${relative(root, path)}\0${stat.size}\0${stat.mtimeMs}\0`);
  return hash.digest('hex').slice(0, 32);
}

/** Equal for equal projects, wherever they are. */
export function contentsOf(files, root) {
  const hash = createHash('sha256');
  for (const { path, stat } of files) {
    hash.update(`${relative(root, path)}\0${stat.mode & 0o111}\0`);
    if (stat.isFile()) hash.update(readFileSync(path));
    else if (stat.isSymbolicLink()) hash.update(readlinkSync(path));
    hash.update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

/** The project's root in the copy. */
export function copyFiles(files, root, to) {
  const top = files.reduce((folder, { path }) => commonFolder(folder, dirname(path)), root);
  for (const { path, stat } of files) {
    const target = join(to, relative(top, path));
    mkdirSync(dirname(target), { recursive: true });
    if (stat.isSymbolicLink()) symlinkSync(readlinkSync(path), target);
    else if (stat.isDirectory()) symlinkSync(path, target);
    else if (stat.isFile()) copyFileSync(path, target, constants.COPYFILE_FICLONE);
  }
  const copy = join(to, relative(top, root));
  mkdirSync(copy, { recursive: true });
  return copy;
}

function commonFolder(a, b) {
  const [left, right] = [a.split(sep), b.split(sep)];
  const end = left.findIndex((part, at) => part !== right[at]);
  return end < 0 ? a : left.slice(0, end).join(sep) || sep;
}
