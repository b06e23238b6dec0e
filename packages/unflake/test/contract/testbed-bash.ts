/** The bash arm of layered environments: each call is a shell of its own that has loaded the library, as a `.bats` file would. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { EnvironmentState, SuitePlace, TestbedArm } from './testbed.ts';

export const BASH_LIBRARY = fileURLToPath(new URL('../../helpers/bats/load.bash', import.meta.url));

/** Nothing of whoever runs us: neither another BATS nor another suite. */
export function bareEnvironment(place: SuitePlace, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    UNFLAKE_SUITE: place.suite,
    UNFLAKE_ENVS: place.envs,
    UNFLAKE_HELPERS: BASH_LIBRARY,
    // A first shell whose input is a socket, as Node's pipes are, reads ~/.bashrc.
    SHLVL: '1',
    ...more,
  };
}

const LOAD =
  'set -euo pipefail; source "$UNFLAKE_HELPERS"; _unflake_need setup; _unflake_need making; _unflake_places;';

async function shell(place: SuitePlace, env: string, script: string, ...args: readonly string[]): Promise<string> {
  const sequential = /^(?:foundation|$)/.test(env) ? {} : { UNFLAKE_SEQUENTIAL: env };
  const { stdout } = await promisify(execFile)('bash', ['-c', `${LOAD} ${script}`, 'bash', ...args], {
    env: bareEnvironment(place, sequential),
    cwd: place.suite,
  });
  return stdout.trim();
}

export const bashArm: TestbedArm = {
  name: 'bash',
  make: async (place, env) => {
    await shell(place, '', 'load_test_env "$1"', env);
  },
  copy: async (place, from, to) => {
    await shell(place, '', '_unflake_copy "$1" "$2"', from, to);
  },
  markStart: async (place, env, step) => {
    await shell(place, env, 'mark_test_start "$1"', step);
  },
  markComplete: async (place, env, step) => {
    await shell(place, env, 'mark_test_complete "$1"', step);
  },
  state: async (place, env, step) =>
    (await shell(
      place,
      env,
      `if [[ -d $_unflake_envs/$1 && -e $_unflake_envs/.locks/$1 ]] && ! flock -n "$_unflake_envs/.locks/$1" true; then echo locked; exit; fi
       _unflake_state "$1" "$2"; echo "$REPLY"`,
      env,
      step,
    )) as EnvironmentState,
  clean: async (place, env) => {
    await shell(place, '', 'clean_env "$1"', env);
  },
  hold: async (place, env, waitMs) => {
    // Holds until its standard input ends, which it also does when we are gone.
    const holder = spawn(
      'bash',
      ['-c', `${LOAD} _unflake_lock "$1" "a test" && echo held && read -r || exit 3`, 'bash', env],
      {
        env: bareEnvironment(place, { UNFLAKE_ENV_WAIT: String(waitMs / 1000) }),
        cwd: place.suite,
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    const ended = once(holder, 'exit');
    const said = await Promise.race([once(holder.stdout, 'data').then(() => 'held'), ended.then(() => 'ended')]);
    if (said === 'ended') return null;
    return {
      release: async () => {
        holder.stdin.end();
        await ended;
      },
    };
  },
};
