/**
 * Starts `go test` with our probe in every selected package. `drive.mjs <go> [--race] [--settable] [--workers n] [--programs file] [--files
 * pattern]… -- [flags for go test]…`. The selection is in the file named by UNFLAKE_SELECTION; with UNFLAKE_LIST=1 all tests are listed.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeOverlay } from './overlay.mjs';
import { goPackages } from './packages.mjs';
import { settableLibrary } from './standard-library.mjs';

const STREAM = process.env.UNFLAKE_STREAM;
const { go, race, settable, workers, programs, files, flags } = options(process.argv.slice(2));
const work = join(dirname(STREAM), 'overlay');
// The home of a trial is empty: without a cache elsewhere the standard library would be compiled for every trial.
const { UNFLAKE_CACHE, GOCACHE, HOME = '' } = process.env;
if (UNFLAKE_CACHE && !GOCACHE && !existsSync(join(HOME, '.cache', 'go-build')))
  process.env.GOCACHE = join(UNFLAKE_CACHE, 'go-build');

process.exitCode = process.env.UNFLAKE_LIST === '1' ? await list() : await run();

/** Packages are built in parallel and write outside the stream; they are reported in suite order. */
async function list() {
  const { packages, problem } = goPackages(go, files.length > 0 ? files : ['./...'], flags);
  if (problem !== null) write({ ev: 'problem', text: problem });
  const raw = `${STREAM}.raw`;
  const patterns = packages.map(packagePattern);
  const { code, text } =
    packages.length === 0 ? { code: 0, text: '' } : await goTest(packages, patterns, { UNFLAKE_STREAM: raw });
  const events = existsSync(raw) ? readFileSync(raw, 'utf8').split('\n').filter(Boolean).map(JSON.parse) : [];
  rmSync(raw, { force: true });
  for (const one of packages) {
    const own = events.find((event) => event.ev === 'collected' && event.package === one.folder);
    if (own) write(own);
    else write({ ev: 'problem', text: `${one.folder} does not build or ends while it is loaded:\n${text.trim()}` });
  }
  for (const event of events) {
    if (event.ev === 'problem') write(event);
    if (event.ev === 'program') write({ ...event, env: difference(event.env) });
  }
  write({ ev: 'done' });
  return code;
}

async function run() {
  const { tests, repeat } = JSON.parse(readFileSync(process.env.UNFLAKE_SELECTION, 'utf8'));
  const folders = [...new Set(tests.map((id) => id.slice(0, id.indexOf('::'))))];
  if (programs !== undefined) return runPrograms(folders, repeat);
  const { packages } = goPackages(go, folders.map(folderPattern), flags);
  const inOrder = folders.flatMap((folder) => packages.filter((one) => one.folder === folder));
  for (const folder of folders.filter((name) => !packages.some((one) => one.folder === name))) {
    for (const id of tests.filter((test) => test.startsWith(`${folder}::`)))
      write({ ev: 'problem', text: `missing: there is no test ${id}` });
  }
  if (inOrder.length === 0) return 0;
  const { code } = await goTest(inOrder, [`-count=${repeat}`, ...inOrder.map(packagePattern)], {});
  return code;
}

/** Serially, as `go test` starts them. */
async function runPrograms(folders, repeat) {
  const known = JSON.parse(readFileSync(programs, 'utf8'));
  let worst = 0;
  for (const folder of folders) {
    const program = known.find(({ file }) => file === folder);
    if (program === undefined) {
      write({ ev: 'problem', text: `missing: there is no program for ${folder}` });
      continue;
    }
    const { path, cwd, env } = program;
    const { code } = await start(path, [`-test.count=${repeat}`, ...flags], { cwd, env: { ...process.env, ...env } });
    worst = Math.max(worst, code);
  }
  return worst;
}

/** What `go test` adds for the program, without our own variables. */
function difference(lines) {
  const entries = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  const added = entries.filter(([name, value]) => process.env[name] !== value && !/^UNFLAKE_|^PWD$/.test(name));
  return Object.fromEntries(added);
}

function goTest(packages, rest, env) {
  mkdirSync(work, { recursive: true });
  const listing = process.env.UNFLAKE_LIST === '1';
  const argv = [
    'test',
    ...flags,
    '-count=1',
    '-vet=off',
    '-timeout=0',
    '-shuffle=off',
    '-failfast=false',
    `-parallel=${workers ?? 1}`,
    // No code of the project runs during the listing.
    ...(listing ? [] : [`-p=${workers ?? 1}`]),
    ...(race ? ['-race'] : []),
    `-overlay=${writeOverlay(packages, work, settable ? settableLibrary(go, work) : {})}`,
    ...rest,
  ];
  return start(go, argv, { cwd: process.cwd(), env: { ...process.env, ...env } });
}

/** The output is forwarded and also returned as text. */
function start(program, argv, where) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, { ...where, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.on('data', (chunk) => {
        text = (text + chunk).slice(-8000);
        to.write(chunk);
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, text }));
  });
}

function packagePattern({ folder }) {
  return folderPattern(folder);
}

function folderPattern(folder) {
  return folder === '.' ? '.' : `./${folder}`;
}

function write(event) {
  appendFileSync(STREAM, `${JSON.stringify(event)}\n`);
}

function options([program, ...argv]) {
  const split = argv.indexOf('--');
  const own = argv.slice(0, split);
  const values = (name) => own.flatMap((word, at) => (own[at - 1] === name ? [word] : []));
  return {
    go: program,
    race: own.includes('--race'),
    // The clock, the random numbers and the maps of the standard library.
    settable: own.includes('--settable'),
    workers: values('--workers')[0],
    programs: values('--programs')[0],
    files: values('--files'),
    flags: argv.slice(split + 1),
  };
}
