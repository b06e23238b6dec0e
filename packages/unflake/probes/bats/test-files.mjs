/** The files that make up the suite: those that are named, else every `*.bats` of the project that is not a copy of BATS or of a library. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const LEFT_OUT = /^(?:node_modules|vendor|test_helper|bats-[\w-]+|\..*)$/;

export function testFiles(root, named) {
  if (named.length === 0) return inFolder(root, root, true);
  return named.flatMap((path) => {
    const whole = join(root, path);
    return statSync(whole, { throwIfNoEntry: false })?.isDirectory() ? inFolder(root, whole, true) : [path];
  });
}

function inFolder(root, folder, isTop) {
  if (!isTop && isCheckoutOfBats(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.test(entry.name) ? [] : inFolder(root, path, false);
    return entry.name.endsWith('.bats') ? [relative(root, path)] : [];
  });
}

function isCheckoutOfBats(folder) {
  return existsSync(join(folder, 'bin', 'bats')) && existsSync(join(folder, 'libexec', 'bats-core'));
}
