/**
 * Where each trial runs in a fork of a loaded Vitest, its worker processes are forks as well: of a template (template.mjs), a process that
 * has loaded what a worker loads before it knows its tests. Which process that is, and how it is started, is noted while the tests are listed.
 */
import childProcess from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { loadAddon, relay } = require('../javascript/forks.cjs');

const TEMPLATE = fileURLToPath(new URL('template.mjs', import.meta.url));
/** Since version 4 it is Vitest's own. */
const ENTRY = /[\\/]vitest[\\/]dist[\\/]workers[\\/]forks\.js$/;
const STREAMS = ['pipe', 'pipe', 'pipe', 'ipc'];

const noteIn = (cacheDir) => join(cacheDir, 'worker-process.json');

const variablesIn = (cacheDir) => join(cacheDir, 'worker-variables.json');

/** How workers are started here, for the processes that serve. */
export function noteWorkers(cacheDir) {
  whenForked((start, path, args, options) => {
    if (ENTRY.test(path)) {
      const { env, execArgv } = options;
      const added = Object.entries(env).filter(([name, value]) => process.env[name] !== value);
      mkdirSync(cacheDir, { recursive: true });
      writeFileSync(noteIn(cacheDir), JSON.stringify({ entry: path, execArgv, added }));
      rmSync(variablesIn(cacheDir), { force: true });
    }
    return start(path, args, options);
  });
}

/** The template, or null where nothing is known of workers. */
export function startTemplate(cacheDir) {
  const noted = readNote(cacheDir);
  if (noted === null || relay === undefined) return null;
  const { entry, execArgv, added } = noted;
  const { startTemplate: start, endWorkers } = loadAddon();
  const { UNFLAKE_GATE: _gate, ...own } = process.env;
  const names = variablesIn(cacheDir);
  const argv = [process.execPath, ...execArgv, TEMPLATE, entry, names];
  const env = { ...own, ...Object.fromEntries(added) };
  // unflake-allow ignored-exit-status: whether it wrote its file says how it ended
  if (!existsSync(names)) childProcess.spawnSync(argv[0], argv.slice(1), { env, stdio: 'ignore' });
  if (!existsSync(names)) return null;
  const control = start(
    argv,
    Object.entries(env).map(([name, value]) => `${name}=${value}`),
  );
  if (control < 0) return null;
  return { entry, control, endWorkers: () => endWorkers(control) };
}

/** In the fork of a trial: its workers are forks of the template from now on. */
export function forkWorkersOf({ entry, control }) {
  whenForked((start, path, args, options) => {
    if (path !== entry || options.stdio !== 'pipe') return start(path, args, options);
    // The relay is told where the template listens by the first descriptor behind Node's channel.
    return start(path, args, { ...options, execPath: relay, stdio: [...STREAMS, control] });
  });
}

function whenForked(does) {
  const { fork } = childProcess;
  childProcess.fork = (path, args, options, ...rest) =>
    typeof path === 'string' && options?.env !== undefined && options.execArgv !== undefined
      ? does(fork, path, args, options)
      : fork(path, args, options, ...rest);
  syncBuiltinESMExports();
}

function readNote(cacheDir) {
  try {
    return JSON.parse(readFileSync(noteIn(cacheDir), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
