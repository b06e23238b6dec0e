/** Parent POMs outside of a project's folder: its build reads them, so that a copy needs them at the same relative paths. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export function outsideOf(root) {
  const found = [];
  let pom = join(root, 'pom.xml');
  for (;;) {
    pom = parentOf(pom);
    if (pom === undefined || found.includes(pom)) return found;
    if (relative(root, pom).startsWith('..')) found.push(pom);
  }
}

function parentOf(pom) {
  const text = isFile(pom) ? readFileSync(pom, 'utf8').replace(/<!--[\s\S]*?-->/g, '') : '';
  const parent = /<parent>([\s\S]*?)<\/parent>/.exec(text)?.[1];
  if (parent === undefined || /<relativePath\s*\/>|<relativePath>\s*<\/relativePath>/.test(parent)) return undefined;
  const place = resolve(dirname(pom), /<relativePath>\s*(.*?)\s*<\/relativePath>/.exec(parent)?.[1] ?? '../pom.xml');
  return [place, join(place, 'pom.xml')].find(isFile);
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
