/** Counts the CPU time of a program and of all that it starts, by a control group of the kernel. Needs root and the accounting of version 1 or 2. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ACCOUNTS = [
  {
    folder: '/sys/fs/cgroup/cpuacct',
    read: (group) => Number(readFileSync(join(group, 'cpuacct.usage'), 'utf8')) / 1e9,
  },
  {
    folder: '/sys/fs/cgroup',
    read: (group) => Number(/^usage_usec (\d+)$/m.exec(readFileSync(join(group, 'cpu.stat'), 'utf8'))[1]) / 1e6,
  },
];

/** `argv`: what to start in place of the program; null where the kernel does not let us count. */
export function cpuGroup() {
  const account = ACCOUNTS.find(({ folder }) => existsSync(join(folder, 'cgroup.procs')));
  if (account === undefined || process.getuid() !== 0) return null;
  // unflake-allow name-from-clock: one group for this process, which removes it
  const group = join(account.folder, `unflake-bench-${process.pid}`);
  mkdirSync(group);
  return {
    argv: (program, args) => ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group, program, ...args],
    seconds: () => account.read(group),
    close: () => {
      // What is still ending goes back, as a group with processes cannot be removed.
      for (const pid of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
        writeFileSync(join(account.folder, 'cgroup.procs'), pid);
      rmdirSync(group);
    },
  };
}
