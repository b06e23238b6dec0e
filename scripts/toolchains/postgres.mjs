/** A PostgreSQL of our own tests: a cluster in a folder, on a socket in that folder, as an ordinary user. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { systemTool } from './system-tool.mjs';

const run = promisify(execFile);
/** Debian keeps the programs of the server where no PATH leads. */
const DEBIAN = ['15', '16', '17', '18'].map((version) => `/usr/lib/postgresql/${version}/bin/postgres`);

export const POSTGRES = { names: [...DEBIAN, 'postgres'], check: ['--version'], packages: ['postgresql'] };

/** PostgreSQL refuses to run as root. */
const ORDINARY = 65_534;
const USER = 'unflake';
/** What a crash of the machine would lose is of no interest here. */
const SETTINGS = ['listen_addresses=', 'fsync=off', 'shared_buffers=16MB', 'max_connections=50'];

/**
 * @param {string} folder created if it is not there
 * @returns {Promise<{ address: string, restart: () => Promise<void>, stop: () => Promise<void> }>}
 */
export async function startPostgres(folder) {
  const postgres = await systemTool(POSTGRES);
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const ordinary = process.getuid?.() === 0 ? { uid: ORDINARY, gid: ORDINARY } : {};
  if (ordinary.uid !== undefined) for (const path of [folder, data]) chownSync(path, ORDINARY, ORDINARY);
  const options = { cwd: folder, ...ordinary };
  const cluster = ['--username', USER, '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'];
  await run(join(dirname(postgres), 'initdb'), ['--pgdata', data, ...cluster], options);
  const settings = [`unix_socket_directories=${folder}`, ...SETTINGS].flatMap((one) => ['-c', one]);
  const start = async () => {
    const server = spawn(postgres, ['-D', data, ...settings], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    await ready(server);
    return server;
  };
  let server = await start();
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    // Fast: sessions are ended, not waited for.
    server.kill('SIGINT');
    await ended;
  };
  return {
    address: `postgres://${USER}@/postgres?host=${encodeURIComponent(folder)}`,
    async restart() {
      await stop();
      server = await start();
    },
    stop,
  };
}

/** It says so, on standard error. */
async function ready(server) {
  let said = '';
  server.stderr.setEncoding('utf8');
  await new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`PostgreSQL ended:\n${said}`)));
    server.stderr.on('data', (piece) => {
      said += piece;
      if (said.includes('ready to accept connections')) resolve(undefined);
    });
  });
}
