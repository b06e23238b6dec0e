/**
 * A worker process of Vitest that has loaded what all of them load, and nothing of the project: `template.mjs <the script of a worker> <file>`.
 * It is forked for each worker. One that could be told from a new process, by its options or variables, becomes a new process. The file has
 * the names of the variables that matter while Vitest's code is loaded; where it does not exist, they are written there, and nothing else is done.
 */
import { _forkChild } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadAhead, noteVariables } from './load-ahead.mjs';

const require = createRequire(import.meta.url);
const { hide, loadAddon, refuseLoaded, renew } = require('../javascript/forks.cjs');
const { loadForForks, putOffCollection } = require('../javascript/load-for-forks.cjs');

const CONTROL = 3;
const CHANNEL = 3;
/** Read by Node, its libraries and the C library when a process starts, or at any time after. */
const READ_AT_START = /^(?:NODE_(?!ENV$)|UV_|V8_|LD_|LC_|LANG|ICU_|TZDIR$|MALLOC_|GLIBC_|OPENSSL_|SSL_)/;

const [node, , entry, namesFile] = process.argv;

if (!existsSync(namesFile)) await noteVariables(entry, namesFile);
else {
  refuseLoaded(withoutVitests(process.execArgv));
  const { execute, pid, serve } = loadAddon();
  hide();
  await loadForForks(() => loadAhead(entry));
  const relay = serve(CONTROL);
  const { env, argv } = startOf(relay);
  if (!isLikeThis(env, argv))
    execute(
      [node, ...argv],
      Object.entries(env).map(([name, value]) => `${name}=${value}`),
    );
  renew(pid());
  putOffCollection();
  become(relay, env);
  await import(pathToFileURL(entry).href);
}

/** Vitest's own module is none of the project. */
function withoutVitests(options) {
  const home = `${dirname(process.env.UNFLAKE_VITEST)}/`;
  return options.filter((option, at) => !(option === '--require' && options[at + 1].startsWith(home)));
}

/** How the relay was started, which is how the worker should have been. */
function startOf(pid) {
  const [environ, cmdline] = ['environ', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8'));
  const lines = environ.split('\0').filter((line) => line.includes('='));
  const at = (line) => line.indexOf('=');
  const env = Object.fromEntries(lines.map((line) => [line.slice(0, at(line)), line.slice(at(line) + 1)]));
  return { env, argv: cmdline.split('\0').slice(1, -1) };
}

/** The channel is the same in all of them. */
function isLikeThis({ NODE_CHANNEL_FD: _fd, NODE_CHANNEL_SERIALIZATION_MODE: _mode, ...env }, argv) {
  const read = new Set(JSON.parse(readFileSync(namesFile, 'utf8')));
  const names = new Set([...Object.keys(env), ...Object.keys(process.env)]);
  const differing = [...names].filter((name) => env[name] !== process.env[name]);
  return (
    argv.join('\0') === [...process.execArgv, entry].join('\0') &&
    !differing.some((name) => read.has(name) || READ_AT_START.test(name))
  );
}

/** Node takes the channel's variables away when it starts. */
function become(relay, { NODE_CHANNEL_FD: _fd, NODE_CHANNEL_SERIALIZATION_MODE: mode, ...env }) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value;
  process.chdir(readlinkSync(`/proc/${relay}/cwd`));
  const status = readFileSync(`/proc/${relay}/status`, 'utf8');
  process.umask(Number.parseInt(/^Umask:\s*(\d+)$/m.exec(status)[1], 8));
  const parent = Number(/^PPid:\s*(\d+)$/m.exec(status)[1]);
  Object.defineProperty(process, 'ppid', { get: () => parent, enumerable: true, configurable: true });
  process.argv.splice(1, process.argv.length - 1, entry);
  _forkChild(CHANNEL, mode);
}
