/** Measures the cost of work, in this process or in a child, for the scan benchmarks. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function seconds({ wallMs, cpuMs: cpu }) {
  return `${(wallMs / 1000).toFixed(1)} | ${(cpu / 1000).toFixed(1)}`;
}

/** The cost of a child, as the system reports it. */
export function costOf(program, args) {
  const code = `
    import json, resource, subprocess, sys, time
    began = time.monotonic()
    done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(json.dumps([done.returncode, (used.ru_utime + used.ru_stime) * 1000, used.ru_maxrss / 1024, (time.monotonic() - began) * 1000]))
    sys.stdout.buffer.write(done.stdout)`.replaceAll('\n    ', '\n');
  const {
    stdout,
    status: failed,
    stderr,
  } = spawnSync('python3', ['-c', code, program, ...args], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (failed !== 0) throw new Error(`python3 could not start ${program}: ${stderr}`);
  const end = stdout.indexOf('\n');
  const [status, cpu, peakMb, wallMs] = JSON.parse(stdout.slice(0, end));
  return { status, cpuMs: cpu, peakMb, wallMs, stdout: stdout.slice(end + 1) };
}

export function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'unflake-scan-speed-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Garbage is not collected by force, because that would discard optimised code as well. */
export function timed(work) {
  const before = process.cpuUsage();
  const began = performance.now();
  work();
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

export function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
