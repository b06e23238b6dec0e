/**
 * Kernel resource limits (rlimits), set by a program that then executes the command. Hard and soft alike: some runtimes raise the soft one.
 */
import type { Effect, Machine, Unavailable } from '../contract/knob.ts';

/** The highest limit that this user may set. */
export const PLENTY = 'plenty';

export function limitedBy(resource: 'nofile' | 'data', most: number | null): Effect {
  const limit = most === null ? 'unlimited' : String(most);
  return { prefix: ['prlimit', `--${resource}=${limit}:${limit}`] };
}

export function withoutPrlimit({ platform, tools }: Machine): Unavailable | null {
  if (tools.includes('prlimit')) return null;
  if (platform !== 'linux') return { why: `there is no prlimit on ${platform}`, enable: null };
  return { why: 'prlimit is not installed', enable: 'apt-get install util-linux' };
}
