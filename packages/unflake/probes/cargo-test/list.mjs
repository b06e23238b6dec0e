/** Builds every test program of a cargo project, and lists the tests of each. Also reports how cargo would start them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasHarness } from './targets.mjs';

const RECORD = fileURLToPath(new URL('./record.mjs', import.meta.url));
const MAX_OUTPUT = 1 << 28;
const KEPT_WORDS = 4000;

/** `keep`: the programs will be started again without cargo. */
export function listTests({ cargo, flags, keep, stream }, write) {
  const record = `${stream}.record`;
  const runner = JSON.stringify([process.execPath, RECORD]);
  const argv = [
    'test',
    '--tests',
    '--no-fail-fast',
    '--message-format=json',
    '--config',
    `target."cfg(all())".runner=${runner}`,
    ...flags,
  ];
  const built = spawnSync(cargo, argv, {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
    env: { ...process.env, UNFLAKE_RECORD: record },
  });
  if (built.error) throw built.error;
  const records = existsSync(record) ? linesOf(readFileSync(record, 'utf8')) : [];
  rmSync(record, { force: true });
  const artifacts = linesOf(built.stdout).filter((message) => message.reason === 'compiler-artifact');
  const seen = new Set();
  for (const { path, cwd, env } of records) {
    const artifact = artifacts.find(({ executable }) => executable === path);
    const file = artifact === undefined ? path : relative(process.cwd(), artifact.target.src_path);
    if (artifact === undefined || seen.has(file) || !hasHarness(artifact))
      write({ ev: 'problem', text: `${file} is left out: ${reason(artifact, seen.has(file))}` });
    else if (listProgram({ file, path, cwd, env }, write) && keep)
      write({ ev: 'program', file, path, cwd, env: difference(env) });
    seen.add(file);
  }
  if (built.status !== 0) write({ ev: 'problem', text: `cargo could not build every test:\n${wordsOf(built)}` });
  return built.status ?? 1;
}

function reason(artifact, twice) {
  if (artifact === undefined) return 'cargo does not say what it was built from';
  return twice ? 'another target is built from the same file' : 'its harness is its own, not the one of Rust';
}

function listProgram({ file, path, cwd, env }, write) {
  const { stdout, stderr, status } = spawnSync(path, ['--list', '--format', 'terse'], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
  });
  if (status !== 0) write({ ev: 'problem', text: `${file} does not list its tests: ${stderr.trim()}` });
  const names = stdout.split('\n').flatMap((line) => /^(.*): test$/.exec(line)?.[1] ?? []);
  if (status === 0) write({ ev: 'collected', ids: names.map((name) => `${file}::${name}`) });
  return status === 0;
}

/** What cargo adds for the program, without our own variables. */
function difference(env) {
  const added = Object.entries(env).filter(([name, value]) => process.env[name] !== value);
  return Object.fromEntries(added.filter(([name]) => !/^UNFLAKE_|^_$|^SHLVL$/.test(name)));
}

/** The compiler's text is inside its messages. */
function wordsOf({ stdout, stderr }) {
  const rendered = linesOf(stdout).flatMap((line) => (line.message?.level === 'error' ? line.message.rendered : []));
  return [...rendered, stderr.trim()].join('\n').slice(0, KEPT_WORDS);
}

function linesOf(text) {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}
