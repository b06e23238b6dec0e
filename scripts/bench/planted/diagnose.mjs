/** Runs the built `unflake diagnose` in a folder, as a person would. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Beyond this multiple of its minutes it counts as hung. */
const MAX_OVER = 4;

/** Removes variables of the caller that some defects depend on; the project's own tools come first in PATH, as under `npm test`. */
export function environmentFor(cwd) {
  const env = { ...process.env, PATH: `${join(cwd, 'node_modules/.bin')}${delimiter}${process.env.PATH}` };
  for (const name of ['VIRTUAL_ENV', 'CI', 'TZ', 'LC_ALL', 'LANG', 'TEXT_WIDTH']) delete env[name];
  return env;
}

/** @returns {Promise<{ envelope: object | null, seconds: number, trouble: string }>} */
export function diagnose(test, { cwd, seed, minutes, program }) {
  const place = mkdtempSync(join(tmpdir(), 'unflake-planted-'));
  const args = ['diagnose', test, '--json', '--minutes', String(minutes), '--seed', String(seed)];
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args, '--store', join(place, 'store.db')], {
      cwd,
      env: environmentFor(cwd),
    });
    const hung = setTimeout(() => child.kill('SIGKILL'), minutes * 60_000 * MAX_OVER);
    const text = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (piece) => (text[name] += piece));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(hung);
      rmSync(place, { recursive: true, force: true });
      const seconds = Math.round((performance.now() - start) / 100) / 10;
      resolve({ ...read(text, code ?? signal), seconds });
    });
  });
}

function read({ stdout, stderr }, code) {
  try {
    return { envelope: JSON.parse(stdout), trouble: '' };
  } catch (error) {
    return { envelope: null, trouble: `exit ${code}, ${error.message}: ${stderr.slice(-400)}` };
  }
}
