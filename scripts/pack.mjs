/**
 * Packs what people install: the built program with everything it needs beside it, so that nothing is asked of a registry, and the pages that
 * faults and rules name. Of its dependencies go what runs on Linux: no types, no maps, no sources, no other systems. Prints the path of the
 * tarball. Needs `npm run build`.
 *
 *   npm run pack -- [--to <folder>]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const TOP = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = join(TOP, 'packages/unflake');
/** Beside what the program's own manifest lists. */
const PAGES = [
  'README.md',
  'LICENSE',
  ...['causes', 'configure', 'faults', 'glossary.md', 'machine-readable', 'rules', 'use'].map((name) => `docs/${name}`),
];

const NOT_RUN = /\.(?:d\.[cm]?ts|map|tsbuildinfo)$/;
/** Types are for what people may import: the contract. */
const OWN_TYPES = /^dist\/contract\/[^.]+\.d\.ts$/;
const CJS = /\.cjs$/;
/** Headers for those who build what comes built. */
const NEVER_NEEDED = ['node-addon-api'];
/** Parts of other packages that never run here. */
const NOT_HERE = {
  '@modelcontextprotocol/core': CJS,
  '@modelcontextprotocol/server': CJS,
  '@photostructure/sqlite': /^(?:src|scripts|binding\.gyp)(?:\/|$)|^prebuilds\/(?!linux-)[^/]/,
  '@vscode/tree-sitter-wasm': /^wasm\/(?:tree-sitter-(?:css|ini|powershell|regex)\.wasm|tree-sitter\.(?:js|wasm))$/,
  hono: /^dist\/(?:cjs|types)(?:\/|$)/,
  'web-tree-sitter': /^debug(?:\/|$)/,
  yaml: /^browser(?:\/|$)/,
  zod: /^src(?:\/|$)|\.cjs$/,
};

/** The path of the tarball, in `to`. */
export function pack(to) {
  const stage = mkdtempSync(join(tmpdir(), 'unflake-pack-'));
  try {
    const manifest = manifestOf(PROGRAM);
    const files = [...manifest.files, 'docs'];
    for (const name of manifest.files)
      copy(join(PROGRAM, name), join(stage, name), (path) => !NOT_RUN.test(path) || OWN_TYPES.test(`${name}/${path}`));
    for (const name of PAGES) copy(join(TOP, name), join(stage, name), () => true);
    const needed = closure(manifest, PROGRAM);
    for (const { name, folder } of needed) stageDependency(name, folder, join(stage, 'node_modules', name));
    const shipped = { ...manifest, files, bundleDependencies: Object.keys(manifest.dependencies) };
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(shipped, null, 2)}\n`);
    mkdirSync(to, { recursive: true });
    const said = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(to)], {
      cwd: stage,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return join(resolve(to), JSON.parse(said)[0].filename);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function stageDependency(name, from, to) {
  copy(from, to, (path) => !NOT_RUN.test(path) && !/^node_modules(?:\/|$)/.test(path) && !NOT_HERE[name]?.test(path));
  // Nothing is to be built where it is installed.
  const { scripts: _scripts, gypfile: _gypfile, ...rest } = manifestOf(from);
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(rest, null, 2)}\n`);
}

/** What a package needs when it runs, and what that needs. They lie flat, so there must be one version of each. */
function closure(manifest, from, found = new Map()) {
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (NEVER_NEEDED.includes(name)) continue;
    const folder = folderOf(name, from);
    const known = found.get(name)?.folder;
    if (known !== undefined && known !== folder) throw new Error(`two versions of ${name}: ${known} and ${folder}`);
    if (known !== undefined) continue;
    found.set(name, { name, folder });
    closure(manifestOf(folder), folder, found);
  }
  return [...found.values()];
}

/** Manifests need not be exported: we look where Node would. */
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

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** `isWanted` is asked with paths below `from`; links are followed. */
function copy(from, to, isWanted) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (path) => path === from || isWanted(relative(from, path)),
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { to: { type: 'string', default: '.' } } });
  console.log(pack(values.to));
}
