/**
 * The files that make up the suite: those that are named, else those that the project's own command runs, else every `*.bats` of the project that
 * is not a copy of BATS or of a library, nor written to be run by a test.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectCommand } from './project-command.mjs';

const LEFT_OUT = /^(?:node_modules|vendor|test_helper|fixtures?|bats-[\w-]+|\..*)$/;

export function testFiles(root, named) {
  if (named.length > 0) return filesOf(root, { paths: named, recursive: true });
  const theirs = projectCommand(root);
  const files = theirs === null ? [] : filesOf(root, theirs);
  return files.length > 0 ? files : filesOf(root, { paths: ['.'], recursive: true });
}

function filesOf(root, { paths, recursive }) {
  const files = paths.flatMap((path) => {
    const whole = join(root, path);
    return statSync(whole, { throwIfNoEntry: false })?.isDirectory() ? inFolder(root, whole, recursive) : [path];
  });
  return [...new Set(files)];
}

function inFolder(root, folder, recursive) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return entry.name.endsWith('.bats') ? [relative(root, path)] : [];
    return !recursive || LEFT_OUT.test(entry.name) || isCheckoutOfBats(path) ? [] : inFolder(root, path, recursive);
  });
}

function isCheckoutOfBats(folder) {
  return existsSync(join(folder, 'bin', 'bats')) && existsSync(join(folder, 'libexec', 'bats-core'));
}
