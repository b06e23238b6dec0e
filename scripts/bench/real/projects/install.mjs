/** Installs what a project's tests need, as its contributors do: by the files that say so. No project is known by name. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAX_INSTALL_MS = 600_000;
const REQUIREMENTS = fileURLToPath(new URL('test-requirements.py', import.meta.url));
const NPM = 'npm install --ignore-scripts --legacy-peer-deps --no-audit --no-fund --loglevel=error';

/** First sign that a project has decides; all of its lines are run by a shell, the optional ones may fail. */
const WAYS = [
  { sign: 'pnpm-lock.yaml', lines: ['npx --yes pnpm@9 install --ignore-scripts --no-frozen-lockfile'], builds: true },
  { sign: 'yarn.lock', lines: [NPM], builds: true },
  { sign: 'package.json', lines: [NPM], builds: true },
  { sign: 'go.mod', lines: ['go mod download'] },
  { sign: 'Cargo.toml', lines: ['cargo fetch'] },
  { sign: 'pom.xml', lines: [] },
  { sign: 'build.gradle', lines: [] },
  { sign: 'build.gradle.kts', lines: [] },
  { sign: 'pyproject.toml', lines: 'python' },
  { sign: 'setup.py', lines: 'python' },
  // Without the registry of gems, those of the system are taken.
  { sign: 'Gemfile', lines: ['bundle install --local || rm Gemfile'] },
  { sign: 'composer.json', lines: ['composer install || composer dump-autoload'] },
  { sign: 'CMakeLists.txt', lines: ['cmake -S . -B build', 'cmake --build build -j2'] },
];

/** The folder with the project ready to be tested; throws with the words of what did not install. */
export function install(name, { work, mirrors }) {
  const folder = join(work, name.replace('/', '+'));
  const ready = `${folder}.ready`;
  if (existsSync(ready)) return folder;
  mkdirSync(work, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  git(['clone', '--quiet', originOf(name, mirrors), folder]);
  appendFileSync(join(folder, '.git/info/exclude'), '.venv\nnode_modules\ntarget\nbuild\n');
  const way = WAYS.find(({ sign }) => existsSync(join(folder, sign)));
  for (const line of way?.lines === 'python' ? pythonLines(folder) : (way?.lines ?? [])) shell(line, folder);
  if (way?.builds) build(folder);
  // What an install writes into the tree is no change that tests make.
  git(['add', '--all'], folder);
  git(['-c', 'user.name=-', '-c', 'user.email=-', 'commit', '--quiet', '--allow-empty', '-m', 'installed'], folder);
  writeFileSync(ready, '');
  return folder;
}

/** Tests of some packages import what its build makes; others need none, and say so by failing to build here. */
function build(folder) {
  const { scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = ['build', 'compile', 'prepare'].find((name) => scripts[name] !== undefined);
  if (script === undefined) return;
  try {
    shell(`npm run ${script}`, folder);
  } catch {
    // The count of the project's own runner tells whether it was needed.
  }
}

function pythonLines(folder) {
  const wanted = execFileSync('python3', [REQUIREMENTS], { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean);
  const pip = '.venv/bin/python -m pip install --quiet --disable-pip-version-check';
  return [
    'python3 -m venv .venv',
    `${pip} --upgrade pip`,
    `${pip} pytest ${wanted.map((word) => `'${word}'`).join(' ')}`,
  ];
}

function shell(line, cwd) {
  const env = { ...process.env, SETUPTOOLS_SCM_PRETEND_VERSION: '99.0.0' };
  execFileSync('sh', ['-c', line], { cwd, env, timeout: MAX_INSTALL_MS, maxBuffer: 1 << 27, stdio: 'pipe' });
}

function originOf(name, mirrors) {
  const mirror = mirrors && join(mirrors, name.replace('/', '+'), 'repo');
  if (!mirror || !existsSync(mirror)) return `https://github.com/${name}`;
  return existsSync(join(mirror, '.git')) ? join(mirror, '.git') : mirror;
}

const git = (args, cwd) => execFileSync('git', args, { cwd, stdio: 'pipe' });
