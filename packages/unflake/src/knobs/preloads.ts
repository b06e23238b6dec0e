/** Libraries and scripts that are loaded before the programs of a trial, for knobs that need more than a variable. */
import type { Effect, Machine, Unavailable } from '../contract/knob.ts';

/** Adapters whose programs make system calls without the C library. */
const WITHOUT_LIBC = ['go-test'];

export function throughShim(variables: Readonly<Record<string, string>>, { shim }: Machine): Effect {
  return { env: variables, addTo: { LD_PRELOAD: shim ?? '' } };
}

export function throughRuntimes(variables: Readonly<Record<string, string | null>>, { preloads }: Machine): Effect {
  return {
    env: variables,
    addTo: {
      NODE_OPTIONS: `--require ${quoted(`${preloads}/node/preload.cjs`)}`,
      PYTHONPATH: `${preloads}/python`,
      RUBYOPT: `-r${preloads}/ruby/preload.rb`,
    },
  };
}

export function shimCannot({ runner, shim, platform }: Machine): Unavailable | null {
  if (runner !== null && WITHOUT_LIBC.includes(runner)) {
    return {
      why: 'Go makes its system calls without the C library, so a preloaded library has no effect',
      enable: null,
    };
  }
  if (shim !== null) return null;
  if (platform !== 'linux') return { why: `our preload library is for Linux, not ${platform}`, enable: null };
  return {
    why: 'our preload library could not be built: no C compiler',
    enable: 'apt-get install gcc libc6-dev',
  };
}

/** Node accepts words in double quotes, with a backslash before special characters. */
function quoted(path: string): string {
  return /[\s"\\]/.test(path) ? `"${path.replace(/["\\]/g, '\\$&')}"` : path;
}
