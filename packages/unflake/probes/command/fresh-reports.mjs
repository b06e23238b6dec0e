/**
 * Runs a command and keeps the reports that it wrote: `fresh-reports.mjs <glob> <kept> -- <command>…`. A report that was there before
 * and was not written again is left out, and nothing in the project is touched.
 */
import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { filesMatching } from '../node-test/test-files.mjs';

const [, , pattern, kept, , ...command] = process.argv;
const glob = isAbsolute(pattern) ? relative(process.cwd(), pattern) : pattern;

const before = stamps();
const { code, signal } = await ending();
const fresh = [...stamps()]
  .filter(([file, stamp]) => before.get(file) !== stamp)
  .map(([file]) => readFileSync(file, 'utf8'));
if (fresh.length > 0) writeFileSync(kept, JSON.stringify(fresh));
if (signal !== null) {
  process.kill(process.pid, signal);
  // Some signals arrive a moment later.
  setTimeout(() => {}, 1000);
} else process.exitCode = code;

/** Nanoseconds, because a quick command rewrites its report within the same millisecond. */
function stamps() {
  const found = filesMatching(process.cwd(), glob).map((file) => {
    const { mtimeNs, ino, size } = statSync(file, { bigint: true });
    return [file, `${mtimeNs} ${ino} ${size}`];
  });
  return new Map(found);
}

function ending() {
  return new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', (error) => {
      process.stderr.write(`${command[0]}: ${error.message}\n`);
      // The exit status of a shell: not executable, or not found.
      resolve({ code: error.code === 'EACCES' ? 126 : 127, signal: null });
    });
    child.on('exit', (status, by) => resolve({ code: status, signal: by }));
  });
}
