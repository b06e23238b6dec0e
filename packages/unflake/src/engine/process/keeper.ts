/**
 * Ensures that no process of a trial outlives this unflake, even after SIGKILL. Guards kill what they watch; where there is none, or it was
 * killed too, the keeper does it. It is a small shell process that holds one end of a pipe. If the other end closes without a farewell, it
 * kills every process with our tag and removes our folders.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { ownIdentity } from '../../proc/process-identity.ts';
import { runTag, TAG_PREFIX } from './tags.ts';

/**
 * Uses only POSIX sh, grep, ls, sed, kill, sleep and rm. Processes are found by the tag in their environment, by output that goes to our
 * files, or by such a parent. They are stopped before their children are searched, so that none can fork meanwhile. `read` returns at our
 * farewell or when the last copy of our end is closed. A starting process shows no environment yet, so several empty rounds are needed. An
 * unkillable process is given up after 600 rounds: a keeper that never ends would itself be left behind.
 */
const SCRIPT = `
tag=$1 folder=''
while IFS= read -r line; do
  case $line in farewell) exit 0 ;; folder\\ *) folder=\${line#folder } ;; esac
done
empty=0 rounds=0
while [ $empty -lt 4 ] && [ $rounds -lt 600 ]; do
  pids=$(
    grep -lsF "$tag=" /proc/[0-9]*/environ | sed 's|/proc/||; s|/environ||'
    ls -l /proc/[0-9]*/fd/[12] 2>/dev/null | grep -F "/.unflake-$2-" | sed 's|.* /proc/||; s|/fd/.*||'
  )
  empty=$((empty + 1)) parents=$pids
  while [ -n "$parents" ]; do
    empty=0
    kill -STOP $parents 2>/dev/null
    any=$(set -- $parents; IFS='|'; echo "$*")
    parents=$(grep -lsE "^PPid:[[:space:]]+($any)$" /proc/[0-9]*/status | sed 's|/proc/||; s|/status||')
    pids="$pids $parents"
  done
  kill -9 $pids 2>/dev/null
  rounds=$((rounds + 1))
  sleep 0.05 2>/dev/null || sleep 1
done
if [ -n "$folder" ]; then rm -rf "$folder"; fi
`;

let keeper: ChildProcess | undefined;
let folder: string | undefined;
let running = 0;

/** Starts the keeper if there is none. `release` is called when all processes of the run are gone. */
export function watchedByKeeper(): { release: () => void } {
  startKeeper();
  running += 1;
  return {
    release() {
      running -= 1;
    },
  };
}

/** The folder that the keeper removes when we die; this process's own, and never anything else. */
export function giveFolderToKeeper(path: string): void {
  if (path.includes('\n')) return;
  folder = path;
  keeper?.stdin?.write(`folder ${path}\n`);
}

function startKeeper(): void {
  if (keeper !== undefined && keeper.exitCode === null && keeper.signalCode === null) return;
  keeper = spawn('/bin/sh', ['-c', SCRIPT, 'unflake-keeper', runTag(), ownIdentity()], {
    // A session of its own: Ctrl-C at the terminal must not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: keeperEnvironment(),
  });
  // Without a shell there is no keeper, and processes of trials are ended by us alone.
  keeper.on('error', () => {});
  keeper.stdin?.on('error', () => {});
  keeper.unref();
  (keeper.stdin as (typeof keeper.stdin & { unref?: () => void }) | null)?.unref?.();
  if (folder !== undefined) giveFolderToKeeper(folder);
  process.removeListener('exit', farewell);
  process.once('exit', farewell);
}

/** At a normal exit the keeper is not needed; with running trials it stays. */
function farewell(): void {
  if (running === 0) keeper?.stdin?.write('farewell\n');
}

/** Keep an outer unflake's tags so that it can find the keeper; drop ours, or the keeper would kill itself. */
function keeperEnvironment(): Record<string, string> {
  const env: Record<string, string> = { PATH: process.env.PATH ?? '/usr/bin:/bin' };
  for (const [name, value] of Object.entries(process.env)) {
    if (name.startsWith(TAG_PREFIX) && value !== undefined) env[name] = value;
  }
  return env;
}
