/**
 * The GoogleTest programs of a suite, relative to the folder and sorted. By default they are searched in common build folders. Only files
 * that contain GoogleTest's own strings are started: other programs may do anything.
 */
import { accessSync, closeSync, constants, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const BUILD_FOLDER = /^(?:_?build|out|bin|cmake-build)(?:[-_.].*)?$/i;
const FOREIGN = new Set(['CMakeFiles', '_deps', 'node_modules', '.git', 'vcpkg_installed']);
const DEEPEST = 6;
// Linked into the program, or named as a shared library.
const WORDS = ['gtest_list_tests', 'libgtest'];
const PIECE = 1 << 20;
const OVERLAP = 64;
const NOT_A_PROGRAM = /\.(?:so(?:\.[\d.]+)?|dylib|a|o|sh|py|pl|rb)$/;

/** @param {string} root @param {readonly string[]} given files or folders */
export function testPrograms(root, given) {
  const starts = given.length > 0 ? given : buildFolders(root);
  const found = starts.flatMap((path) => programsIn(resolve(root, path), 0));
  return [...new Set(found)].map((path) => relative(root, path)).sort();
}

function buildFolders(root) {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && BUILD_FOLDER.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

function programsIn(path, depth) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() && depth <= DEEPEST) {
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    return entries
      .filter((entry) => !isElsewhere(path, entry))
      .flatMap(({ name }) => programsIn(join(path, name), depth + 1));
  }
  return stat?.isFile() && isTestProgram(path) ? [path] : [];
}

/** A link may lead to a folder of the project itself. */
function isElsewhere(folder, entry) {
  if (FOREIGN.has(entry.name)) return true;
  return entry.isSymbolicLink() && statSync(join(folder, entry.name), { throwIfNoEntry: false })?.isDirectory();
}

function isTestProgram(path) {
  if (NOT_A_PROGRAM.test(path)) return false;
  try {
    accessSync(path, constants.X_OK);
  } catch (error) {
    if (error.code === undefined) throw error;
    return false;
  }
  return holdsWords(path);
}

/** In chunks: programs with debug information may be larger than the memory. */
function holdsWords(path) {
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(PIECE);
    let at = 0;
    for (;;) {
      const length = readSync(file, piece, 0, PIECE, at);
      const read = piece.subarray(0, length);
      if (WORDS.some((word) => read.includes(word))) return true;
      if (length < PIECE) return false;
      at += PIECE - OVERLAP;
    }
  } finally {
    closeSync(file);
  }
}
