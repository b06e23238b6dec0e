/** Applies an effect to a command: variables, prefix, folders, clock. Background load is in start-background-load.ts. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../../contract/command.ts';
import type { Effect, ListVariable } from '../../contract/knob.ts';
import { SEPARATORS } from '../../knobs/index.ts';
import { privateEnvironment } from '../folders/private-environment.ts';
import { keepFromVanishing, type TrialFolder } from '../folders/trial-folder.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { clockShiftMs } from './clock-shift.ts';

/** A path component may have 255 bytes and a socket path 108; this exceeds the second and stays far below the limit of a whole path. */
const DEEP = Array.from(
  { length: 5 },
  (_, level) => `a folder with a rather long name, level ${level + 1}, ${'x'.repeat(20)}`,
);
const PRIVATE = 0o700;

/** The last component of a home that does not exist. */
export const ABSENT = '/home/absent';

/** Later wins: private folders, then the config file, then the conditions, then what the adapter needs to work at all. Lists are added to. */
export function applyEffect(built: Command, folder: TrialFolder, workspace: TrialWorkspace, effect: Effect): Command {
  const places = { home: homeOf(folder, effect), tmp: tmpOf(folder, workspace, effect) };
  const own = privateEnvironment(workspace.baseEnv, places, workspace.tools);
  const env = { ...own, ...workspace.extraEnv, ...effect.env, ...built.env };
  const argv: Command['argv'] = effect.prefix?.length
    ? ([...effect.prefix, ...built.argv] as string[] as [string, ...string[]])
    : built.argv;
  return {
    ...built,
    argv,
    env: { ...env, ...withAdded(env, workspace, effect), ...clockOf(env, workspace, effect) },
  };
}

function clockOf(env: Command['env'], { baseEnv }: TrialWorkspace, { clock }: Effect): Command['env'] {
  if (clock === undefined) return {};
  const zone = ('TZ' in env ? env.TZ : baseEnv.TZ) ?? undefined;
  // unflake-allow wall-clock: what is wanted is the distance to the real time
  return { UNFLAKE_CLOCK_SHIFT_MS: String(clockShiftMs(clock, zone, Date.now())) };
}

function homeOf({ path, home }: TrialFolder, effect: Effect): string {
  if (effect.home === 'absent') return join(path, ABSENT);
  return effect.home === 'deep' ? ensureDirectory(join(home, ...DEEP)) : home;
}

/** A shared one is removed with the run's folder. */
function tmpOf({ tmp }: TrialFolder, { folders }: TrialWorkspace, effect: Effect): string {
  if (effect.tmp !== 'shared' && effect.tmp !== 'deep') return tmp;
  const path = ensureDirectory(effect.tmp === 'shared' ? join(folders.path, 'shared-tmp') : join(tmp, ...DEEP));
  keepFromVanishing(path);
  return path;
}

function ensureDirectory(path: string): string {
  mkdirSync(path, { recursive: true, mode: PRIVATE });
  return path;
}

function withAdded(env: Command['env'], { baseEnv }: TrialWorkspace, { addTo = {} }: Effect): Command['env'] {
  const lists: Record<string, string> = {};
  for (const [name, word] of Object.entries(addTo) as [ListVariable, string][]) {
    const before = name in env ? env[name] : baseEnv[name];
    lists[name] = before ? `${word}${SEPARATORS[name]}${before}` : word;
  }
  return lists;
}
