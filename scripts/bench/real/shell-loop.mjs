/** What people do without unflake: random orders until the test fails, then detect-test-pollution on that order. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function runLoop({ target }, folder, minutes) {
  const python = join(folder, '.venv/bin/python');
  const program = join(folder, '.venv/bin/detect-test-pollution');
  const scratch = mkdtempSync(join(tmpdir(), 'unflake-loop-'));
  const began = process.hrtime.bigint();
  const elapsed = () => Number(process.hrtime.bigint() - began) / 1e9;
  const end = (found) => ({ found, seconds: Math.round(elapsed() * 10) / 10 });
  try {
    for (let seed = 1; elapsed() < minutes * 60; seed += 1) {
      // An order may hang forever.
      const order = failingOrder(python, folder, target, seed, minutes * 60_000);
      if (order === null) continue;
      const ids = join(scratch, 'ids');
      writeFileSync(ids, order.join('\n'));
      // Run as a module it would not find its own plugin.
      const args = ['--failing-test', target, '--testids-file', ids];
      const timeout = minutes * 60_000;
      const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout });
      if (status === null || stderr.includes('Traceback')) return { ...end(null), trouble: stderr.slice(-300) };
      const polluter = /-> the polluting test is: (.+)/.exec(stdout)?.[1] ?? null;
      if (polluter !== null) return end(polluter);
    }
    return end(null);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The ids that ran, in order, when the target failed; null if it passed. */
function failingOrder(python, folder, target, seed, timeout) {
  const args = ['-m', 'pytest', '-p', 'no:cacheprovider', '-v', '--random-order', `--random-order-seed=${seed}`];
  const { stdout, status } = spawnSync(python, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26, timeout });
  // 1 means a failed test; any other status says nothing about the order.
  if (status !== 0 && status !== 1) return null;
  const lines = [...stdout.matchAll(/^(\S.*?::.*?) (PASSED|FAILED|ERROR)/gm)];
  const own = lines.find(([, id]) => id === target);
  return own && own[2] !== 'PASSED' ? lines.map(([, id]) => id) : null;
}
