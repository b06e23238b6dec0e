/** Starts the commands of the suite from the top of the repository. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const top = fileURLToPath(new URL('../..', import.meta.url));
export const bin = (name) => join(top, 'node_modules', '.bin', name);

/** Shows the output at once. */
export function run(argv, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(argv[0], argv.slice(1), { cwd: top, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? 1 : code));
  });
}

/** Captures the output; only lines for which `isShown` is true are shown at once. */
export function runQuietly(argv, env, isShown) {
  return new Promise((resolve, reject) => {
    const child = spawn(argv[0], argv.slice(1), { cwd: top, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const hear = (piece) => {
      output += piece;
      for (const line of piece.split('\n')) if (isShown(line)) console.log(line);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: signal ? 1 : code, output }));
  });
}
