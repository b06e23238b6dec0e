/** Servers for the service benchmarks, as separate processes, and their CPU time and memory. Linux only. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The first line of its output must be JSON with `result.url`. */
export async function startServer(argv, { cwd, env }) {
  const child = spawn(process.execPath, argv, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const line = await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended]);
  if (!(line instanceof Buffer)) throw new Error(`${argv.join(' ')} ended with ${line}`);
  return {
    url: JSON.parse(line.toString()).result.url,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * CPU time so far, in µs: of the whole process, and of the thread that answers. The rest is V8's garbage collector and compiler, and the
 * pool that waits for files.
 */
export function usedUs(pid) {
  let all = 0;
  // unflake-allow directory-order: a sum
  for (const thread of readdirSync(`/proc/${pid}/task`)) all += threadUs(pid, thread);
  return { all, answering: threadUs(pid, pid) };
}

export function rssMiB(pid) {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return Math.round((pages * 4096) / 1024 / 1024);
}

function threadUs(pid, thread) {
  return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
}
