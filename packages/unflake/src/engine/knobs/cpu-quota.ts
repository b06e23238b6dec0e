/** A cgroup with a CPU quota. It lies inside our own cgroup, so that a limit on us also limits the trial. */
import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Effect } from '../../contract/knob.ts';
import { ownCpuGroups } from '../../proc/own-tables.ts';
import { isAlive, ownIdentity } from '../../proc/process-identity.ts';

/** The default period of the kernel, and of the duty cycle. */
const PERIOD_US = 100_000;
const PREFIX = 'unflake-cpu-';
/** The kernel takes a moment to release the last process of a cgroup. */
const PATIENCE_MS = 2_000;

let groups = 0;

/** The effect with the prefix that starts a command in its cgroup, if it asks for one. Call `close` when all processes are gone. */
export function withCpuQuota(effect: Effect): { readonly effect: Effect; readonly close: () => Promise<void> } {
  if (effect.cpuQuota === undefined) return { effect, close: async () => {} };
  for (const parent of ownCpuGroups()) sweep(parent);
  const group = makeGroup(effect.cpuQuota);
  if (group === null)
    throw new Error('a share of a processor was asked for, and no group of processes can be made here');
  const prefix = ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group, ...(effect.prefix ?? [])];
  return { effect: { ...effect, prefix }, close: () => removeGroup(group) };
}

/** True if a cgroup can be created, checked by creating one. */
export function canMakeGroups(): boolean {
  const group = makeGroup(1);
  return group !== null && removed(group);
}

/** null where none can be made. */
function makeGroup(share: number): string | null {
  for (const parent of ownCpuGroups()) {
    groups += 1;
    const group = join(parent, `${PREFIX}${ownIdentity()}-${groups}`);
    if (limited(group, share)) return group;
  }
  return null;
}

function limited(group: string, share: number): boolean {
  const quota = Math.round(PERIOD_US * share);
  try {
    mkdirSync(group);
    const files = readdirSync(group);
    // Outside a cgroup file system, writing would only create files.
    if (files.includes('cpu.cfs_quota_us')) {
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
      writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
      return true;
    }
    if (files.includes('cpu.max')) {
      writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`);
      return true;
    }
    rmdirSync(group);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}

async function removeGroup(group: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!removed(group) && performance.now() < deadline) await pause(5);
}

function removed(group: string): boolean {
  try {
    rmdirSync(group);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return code === 'ENOENT';
  }
}

/** Removes empty cgroups of killed runs. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (name.startsWith(PREFIX) && !isAlive(name.slice(PREFIX.length, name.lastIndexOf('-'))))
      removed(join(parent, name));
  }
}
