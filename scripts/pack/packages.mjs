/** Finds packages, their dependencies, and their licences. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/**
 * The runtime dependencies of a package, transitively, without `leftOut`. They are installed flat, so there must be one version of each.
 */
export function closure(manifest, from, leftOut, found = new Map()) {
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (leftOut.includes(name)) continue;
    const folder = folderOf(name, from);
    const known = found.get(name)?.folder;
    if (known !== undefined && known !== folder) throw new Error(`two versions of ${name}: ${known} and ${folder}`);
    if (known !== undefined) continue;
    found.set(name, { name, folder });
    closure(manifestOf(folder), folder, leftOut, found);
  }
  return [...found.values()];
}

/** Manifests need not be exported: we search as Node does. */
function folderOf(name, from) {
  const paths = createRequire(join(from, 'package.json')).resolve.paths(name);
  for (const path of paths) {
    try {
      readFileSync(join(path, name, 'package.json'));
      return join(path, name);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`${name} is not installed: run npm ci`);
}

/** The folder of the package that contains a file. Some packages have nested manifests without a name. */
export function packageFolderOf(file) {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    try {
      if (manifestOf(folder).name !== undefined) return folder;
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    if (folder === dirname(folder)) throw new Error(`${basename(file)} belongs to no package`);
  }
}

const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

/** The licences of these packages, verbatim. A package without a licence file must name one in its manifest. */
export function licencesOf(folders) {
  return folders.map((folder) => {
    const { name, version, license, author } = manifestOf(folder);
    if (license === undefined) throw new Error(`${name} names no licence`);
    const texts = readdirSync(folder)
      .sort()
      .filter((file) => LICENCE.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const by = author === undefined ? '' : `, ${author.name ?? author}`;
    return [`${name} ${version} (${license}${by})`, ...texts].join('\n\n');
  });
}
