/** The tables of the kernel about this process: its limits, and its cgroups. Empty where there is no Linux. */
import { join } from 'node:path';
import { procText } from './read-proc.ts';

/** The value of a key of `status` or `limits`. */
export function ownLine(table: 'status' | 'limits', name: string): string | undefined {
  return linesOf(table)
    .find((text) => text.startsWith(name))
    ?.slice(name.length)
    .trim();
}

/** Our own cgroup in the CPU hierarchy of version 1, then of version 2. */
export function ownCpuGroups(): readonly string[] {
  const mounts = linesOf('mountinfo');
  const groups = linesOf('cgroup').map((line) => line.split(':'));
  return ['cpu', ''].flatMap((controller) => {
    const own = groups.find(([, names = '-']) => names.split(',').includes(controller))?.[2];
    const mount = mounts.map((line) => line.split(' ')).find((words) => isHierarchy(words, controller))?.[4];
    return own === undefined || mount === undefined ? [] : [join(mount, own)];
  });
}

/** A line of mountinfo ends in the kind of file system, its source and its options. */
function isHierarchy(words: readonly string[], controller: string): boolean {
  const [kind, , options = ''] = words.slice(words.indexOf('-') + 1);
  return controller === '' ? kind === 'cgroup2' : kind === 'cgroup' && options.split(',').includes(controller);
}

function linesOf(table: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return procText(`/proc/self/${table}`)?.split('\n') ?? [];
}
