/**
 * Code for measuring scans: this machine's libraries and tests of each language, read only, and a share of the labelled corpus, which has
 * far more findings than real code. Chooses the same files on every run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
/** Larger files are generated tables. */
const MAX_BYTES = 300_000;

export const LANGUAGES = {
  python: { extensions: /\.py$/, folders: pythonLibrary },
  javascript: { extensions: /\.[cm]?[jt]sx?$/, folders: javascriptSources },
  go: { extensions: /\.go$/, folders: () => [join(output('go', ['env', 'GOROOT']), 'src')] },
  rust: { extensions: /\.rs$/, folders: cargoSources },
  java: { extensions: /\.java$/, folders: jdkSources },
  shell: { extensions: /\.(?:sh|bash|bats)$/, folders: shellScripts },
};

/**
 * Files of a language, real ones first, until their bytes are enough; repeated where the machine has too few.
 * @param {keyof typeof LANGUAGES} language
 * @param {number} bytes
 * @returns {{ files: { path: string, text: string }[], bytes: number, lines: number, real: number }}
 */
export function sampleOf(language, bytes) {
  const { extensions, folders } = LANGUAGES[language];
  const own = read([join(TOP, 'fixtures')], extensions).filter(
    ({ path }) => !/(?:^|\/)(?:target|node_modules|scan\/rules)\//.test(path),
  );
  const found = folders();
  const all = read(found.folders ?? found, extensions);
  found.remove?.();
  const real = spread(all, bytes - sum(own));
  const files = [...repeated(real, bytes - sum(own)), ...own];
  const lines = files.reduce((count, { text }) => count + text.split('\n').length - 1, 0);
  return { files, bytes: sum(files), lines, real: sum(real) };
}

/** Every n-th file, so that all folders are sampled. */
function spread(files, bytes) {
  const step = Math.max(1, Math.floor(sum(files) / bytes));
  const chosen = [];
  let size = 0;
  for (let start = 0; start < step && size < bytes; start += 1) {
    for (let at = start; at < files.length && size < bytes; at += step) {
      chosen.push(files[at]);
      size += files[at].text.length;
    }
  }
  return chosen;
}

/** Copies keep the end of their path, which identifies test files. */
function repeated(files, bytes) {
  const all = [];
  let size = 0;
  for (let round = 0; size < bytes; round += 1) {
    for (const { path, text } of files) {
      if (size >= bytes) break;
      all.push({ path: `${round}/${path}`, text });
      size += text.length;
    }
  }
  return all;
}

const sum = (files) => files.reduce((size, { text }) => size + text.length, 0);

function read(folders, extensions) {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && extensions.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .filter((path) => !/site-packages|lib2to3\/tests\/data|\.min\.|bad_|badsyntax|(?:^|\/)testdata\//.test(path))
      .sort()
      .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
      .filter(({ text }) => text.length > 0 && text.length < MAX_BYTES && !text.includes('\0')),
  );
}

const output = (command, args) => execFileSync(command, args, { encoding: 'utf8' }).trim();

function pythonLibrary() {
  return [output('python3', ['-c', 'import sysconfig; print(sysconfig.get_path("stdlib"))'])];
}

function javascriptSources() {
  const packages = ['vitest/dist', '@vitest', 'zod', 'fast-check', 'tap-parser', 'vite/dist/node', 'saxes', 'chai'];
  const own = ['packages/unflake/src', 'packages/unflake/test', 'packages/testkit'];
  return [...packages.map((name) => join('node_modules', name)), ...own]
    .map((name) => join(TOP, name))
    .filter((folder) => existsSync(folder));
}

function cargoSources() {
  const registry = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/src');
  return existsSync(registry) ? [registry] : [];
}

/** The JDK has its sources in an archive next to its libraries. */
function jdkSources() {
  const homes = [
    process.env.JAVA_HOME ?? '',
    ...readdirSync('/usr/lib/jvm')
      .sort()
      .map((name) => join('/usr/lib/jvm', name)),
  ];
  const archive = homes
    .map((home) => join(home, 'lib/src.zip'))
    .sort()
    .find((file) => existsSync(file));
  if (archive === undefined) return [];
  const folder = mkdtempSync(join(tmpdir(), 'unflake-jdk-'));
  const packages = ['io', 'lang', 'net', 'nio', 'security', 'text', 'time', 'util', 'math'];
  const wanted = packages.map((name) => `java.base/java/${name}/*`);
  execFileSync('unzip', ['-q', archive, ...wanted, '-d', folder]);
  return { folders: [folder], remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function shellScripts() {
  const places = [
    '/usr/share/doc/git/contrib',
    '/usr/lib/bats-core',
    '/usr/share',
    '/usr/lib/perf-core',
    '/usr/lib/git-core',
  ];
  const go = join(output('go', ['env', 'GOROOT']), 'src');
  const pyenv = process.env.PYENV_ROOT ?? join(homedir(), '.pyenv');
  return [...places.slice(1), go, join(pyenv, 'test'), join(pyenv, 'plugins')].filter((folder) => existsSync(folder));
}
