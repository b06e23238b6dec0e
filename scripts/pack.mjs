/**
 * Packs what people install: the built program with everything that it needs, so that installing requests nothing from a registry, and the
 * pages that faults and rules name. pack/left-out.mjs lists what is left out. Prints the path of the tarball. Needs `npm run build`.
 *
 *   npm run pack -- [--to <folder>]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle } from './pack/bundle.mjs';
import { FILES_LEFT_OUT, FOLDERS, PACKAGES_LEFT_OUT, PICTURES_LEFT_OUT, rowsOf } from './pack/left-out.mjs';
import { closure, licencesOf, manifestOf, packageFolderOf } from './pack/packages.mjs';

const TOP = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = join(TOP, 'packages/unflake');
const DASHBOARD = join(TOP, 'packages/dashboard');
/** For people: the program's own pages, and all docs, because faults and findings name pages and pages link to each other. */
const PAGES = [
  { from: PROGRAM, names: ['README.md', 'LICENSE'] },
  { from: TOP, names: ['docs'] },
];
const LICENCES = 'LICENSES-OF-DEPENDENCIES.txt';
/** Types are for what people may import: the contract. */
const OWN_TYPES = /^contract\/[^.]+\.d\.ts$/;

/** The path of the tarball, in `to`. */
export async function pack(to) {
  const folder = mkdtempSync(join(tmpdir(), 'unflake-pack-'));
  try {
    await stage(folder);
    mkdirSync(to, { recursive: true });
    const said = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(to)], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return join(resolve(to), JSON.parse(said)[0].filename);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes what is packed to `to`, which then is the installed package. */
export async function stage(to) {
  const manifest = manifestOf(PROGRAM);
  for (const name of manifest.files.filter((name) => name !== 'dist' && !name.startsWith('!')))
    copy(join(PROGRAM, name), join(to, name), isWantedOf(manifest.name));
  const isPage = (path) => !PICTURES_LEFT_OUT.paths.test(path);
  for (const { from, names } of PAGES) for (const name of names) copy(join(from, name), join(to, name), isPage);
  linkPictures(to, manifest);
  await stageProgram(join(to, 'dist'), join(to, LICENCES));
  stageFolders(manifest, join(to, 'node_modules'));
  for (const folder of ['contracts', 'docs/contracts']) compactJson(join(to, folder));
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(shipped(manifest), null, 2)}\n`);
}

/** Contracts are for programs: in the repository a change of them is read line by line, in the package the spaces are half of their bytes. */
function compactJson(folder) {
  for (const name of readdirSync(folder)
    .filter((one) => one.endsWith('.json'))
    .sort()) {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))));
  }
}

function linkPictures(to, { repository }) {
  const address = `${repository.url.replace(/^git\+|\.git$/g, '')}/raw/main`;
  const files = readdirSync(join(to, 'docs'), { recursive: true, encoding: 'utf8' }).toSorted();
  for (const page of files.filter((one) => one.endsWith('.md')).map((one) => join('docs', one))) {
    const text = readFileSync(join(to, page), 'utf8');
    const linked = text.replace(/\]\(([^):]+\.png)\)/g, (_, path) => `](${address}/${join(dirname(page), path)})`);
    if (linked !== text) writeFileSync(join(to, page), linked);
  }
}

/** Bundled packages are no longer dependencies. */
function shipped(manifest) {
  const folders = FOLDERS.map(({ name }) => name);
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).filter(([name]) => folders.includes(name)),
  );
  const files = [...manifest.files, 'docs', LICENCES];
  return { ...manifest, files, dependencies, bundleDependencies: Object.keys(dependencies) };
}

async function stageProgram(to, licences) {
  const dist = join(PROGRAM, 'dist');
  const files = await bundle(
    dist,
    to,
    FOLDERS.map(({ name }) => name),
  );
  copy(join(dist, 'contract'), join(to, 'contract'), (path) => OWN_TYPES.test(`contract/${path}`));
  const others = new Set(files.map(packageFolderOf));
  others.delete(resolve(PROGRAM));
  // Its script is in the pages.
  for (const { folder } of closure({ dependencies: manifestOf(DASHBOARD).devDependencies }, DASHBOARD, []))
    others.add(folder);
  writeFileSync(licences, `${licencesOf([...others].sort()).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

function stageFolders(manifest, to) {
  const leftOut = PACKAGES_LEFT_OUT.map(({ name }) => name);
  const needed = closure(manifest, PROGRAM, leftOut).filter((one) => FOLDERS.some(({ name }) => name === one.name));
  const used = new Set();
  for (const { name, folder } of needed) {
    const rows = rowsOf(name);
    copy(folder, join(to, name), (path) => {
      const found = rows.filter(({ paths }) => paths.test(path));
      for (const row of found) used.add(row);
      return found.length === 0 && !/^node_modules(?:\/|$)/.test(path);
    });
    // Nothing may be built on installation.
    const { scripts: _scripts, gypfile: _gypfile, ...rest } = manifestOf(folder);
    writeFileSync(join(to, name, 'package.json'), `${JSON.stringify(rest, null, 2)}\n`);
  }
  const unused = FILES_LEFT_OUT.filter((row) => !used.has(row)).map(({ of, paths }) => `${of} ${paths}`);
  if (unused.length > 0) throw new Error(`nothing to leave out: ${unused.join(', ')}`);
}

const isWantedOf = (name) => (path) => !rowsOf(name).some(({ paths }) => paths.test(path));

/** `isWanted` gets paths relative to `from`; links are followed. */
function copy(from, to, isWanted = () => true) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (path) => path === from || isWanted(relative(from, path)),
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { to: { type: 'string', default: '.' } } });
  console.log(await pack(values.to));
}
