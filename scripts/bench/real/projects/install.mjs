/** Installs the test dependencies of a project as its contributors do, by its own files. No project is handled by name. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkOut } from './check-out.mjs';

const MAX_INSTALL_MS = 600_000;
const REQUIREMENTS = fileURLToPath(new URL('test-requirements.py', import.meta.url));
const NPM = 'npm install --ignore-scripts --legacy-peer-deps --no-audit --no-fund --loglevel=error';

/** The first recipe whose sign a project has, within its ecosystem; a shell runs its lines. */
const WAYS = [
  {
    of: 'Jest',
    sign: 'pnpm-lock.yaml',
    // Another version than the project's works as well, and pnpm need not download it.
    lines: [
      'npm_config_manage_package_manager_versions=false npx --yes pnpm@10 install --ignore-scripts --no-frozen-lockfile',
    ],
    builds: true,
  },
  { of: 'Jest', sign: 'package.json', lines: [NPM], builds: true },
  { of: 'BATS', sign: 'package.json', lines: [NPM] },
  { of: 'go test', sign: 'go.mod', lines: ['go mod download'] },
  { of: 'cargo', sign: 'Cargo.toml', lines: ['cargo fetch'] },
  { of: 'pytest', sign: 'pyproject.toml', lines: pythonLines },
  { of: 'pytest', sign: 'setup.py', lines: pythonLines },
  { of: 'RSpec', sign: 'Gemfile', lines: rubyLines },
  { of: 'PHPUnit', sign: 'composer.json', lines: ['composer install || composer dump-autoload'] },
  {
    of: 'PHPUnit',
    sign: 'CMakeLists.txt',
    lines: (folder) => [`cmake -S . -B build -DBUILD_TESTING=ON ${testOptions(folder)}`, 'cmake --build build -j2'],
  },
];

/** The folder of the project, ready to be tested; throws with the output of the failed install. */
export function install(name, ecosystem, { work, mirrors }) {
  const folder = join(work, name.replace('/', '+'));
  const ready = `${folder}.ready`;
  if (existsSync(ready)) return folder;
  mkdirSync(work, { recursive: true });
  checkOut(name, folder, mirrors);
  appendFileSync(join(folder, '.git/info/exclude'), '.venv\nnode_modules\ntarget\nbuild\n');
  const way = WAYS.find(({ of, sign }) => ecosystem.startsWith(of) && existsSync(join(folder, sign)));
  const lines = typeof way?.lines === 'function' ? way.lines(folder) : (way?.lines ?? []);
  for (const line of lines) shell(line, folder);
  if (way?.builds) build(folder);
  forgetChanges(folder);
  writeFileSync(ready, '');
  return folder;
}

/** Tests of some packages import build output; others need none, and their build may fail here. */
function build(folder) {
  const { scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = ['build', 'compile', 'prepare'].find((name) => scripts[name] !== undefined);
  if (script === undefined) return;
  try {
    shell(`npm run ${script}`, folder);
  } catch {
    // The count of the project's own runner shows whether it was needed.
  }
}

/** Changes of the tree by the install are not changes by tests. */
function forgetChanges(folder) {
  const lines = git(['status', '--porcelain', '-z'], folder).split('\0').filter(Boolean);
  const [made, changed] = [true, false].map((isNew) =>
    lines.filter((line) => line.startsWith('??') === isNew).map((line) => line.slice(3)),
  );
  appendFileSync(join(folder, '.git/info/exclude'), made.map((path) => `/${path}\n`).join(''));
  if (changed.length > 0) git(['update-index', '--skip-worktree', '--', ...changed], folder);
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

/** Without the gem registry, system packages are used, and the Gemfile names no others. */
function rubyLines(folder) {
  const files = readdirSync(folder)
    .sort()
    .filter((name) => name === 'Gemfile' || name.endsWith('.gemspec'));
  const said = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const gems = [...said.matchAll(/(?:^\s*gem|_dependency)[ (]+['"]([\w-]+)/gm)].map(([, name]) => name);
  const packages = gems.map((name) => `ruby-${name.replaceAll('_', '-')}`).join(' ');
  const known = `$(apt-cache --no-generate pkgnames ruby | grep -Fx "$(printf '%s\\n' ${packages})")`;
  return [
    `apt-get install --yes --no-install-recommends bundler rake ${known}`,
    'bundle install --local || rm Gemfile',
  ];
}

/** A project that is built for others excludes its own tests by default. */
function testOptions(folder) {
  const files = git(['ls-files', '*CMakeLists.txt'], folder).split('\n').filter(Boolean);
  const said = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const names = [...said.matchAll(/option *\(\s*(\w*(?:build_tests|enable_testing))\b/gi)].map(([, name]) => name);
  return [...new Set(names)].map((name) => `-D${name}=ON`).join(' ');
}

function shell(line, cwd) {
  const env = { ...process.env, SETUPTOOLS_SCM_PRETEND_VERSION: '99.0.0' };
  execFileSync('sh', ['-c', line], { cwd, env, timeout: MAX_INSTALL_MS, maxBuffer: 1 << 27, stdio: 'pipe' });
}

function git(args, cwd) {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 27 });
}
