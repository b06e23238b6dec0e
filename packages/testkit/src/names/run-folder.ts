/**
 * The folder in which the processes and threads of one run of the tests claim numbers from each other. What the
 * numbers are for is left to `unique-name.ts` and `claim-port.ts`.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { requireThat } from '../text/refuse.ts';

/** The environment variable with the run's folder; processes started from here inherit it. */
export const RUN_VARIABLE = 'UNFLAKE_RUN';

/** A run that was begun by hand; disposing of it removes its folder. */
export interface Run extends Disposable {
  readonly folder: string;
  end(): void;
}

/**
 * Begins a run: from now on, this process and those that it starts claim names from a fresh folder. A runner's global
 * set-up may call it; without it, a run is whatever has the same parent process, which is what runners give.
 *
 * @example
 * ```ts
 * import { startRun, uniqueName } from '@unflake/testkit/names';
 *
 * const run = startRun();
 * console.log(uniqueName('orders')); // orders_0_1, today and tomorrow
 * run.end();
 * ```
 */
export function startRun(): Run {
  const { env } = process;
  const before = env[RUN_VARIABLE];
  const folder = mkdtempSync(join(tmpdir(), 'unflake-run-'));
  env[RUN_VARIABLE] = folder;
  const end = () => {
    remove(folder);
    if (env[RUN_VARIABLE] !== folder) return;
    if (before === undefined) delete env[RUN_VARIABLE];
    else env[RUN_VARIABLE] = before;
  };
  return { folder, end, [Symbol.dispose]: end };
}

/** The folder of the run that this process belongs to, made if need be. */
export function runFolder(): string {
  const { env, ppid } = process;
  const given = env[RUN_VARIABLE];
  if (given) {
    requireThat(isAbsolute(given), `${RUN_VARIABLE} must be an absolute path`, given);
    mkdirSync(given, { recursive: true });
    return given;
  }
  const all = join(tmpdir(), `unflake-runs-${userInfo().username}`);
  const folder = join(all, `${ppid}-${startOf(ppid)}`);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(all)) if (!isAlive(Number.parseInt(name, 10))) remove(join(all, name));
  // Grandchildren have another parent; through the environment they still find this run.
  env[RUN_VARIABLE] = folder;
  return folder;
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Creates a file that nobody else in the run has; false when somebody has it. */
export function claim(folder: string, name: string): boolean {
  try {
    writeFileSync(join(folder, name), `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The lowest number that nobody in the run has claimed yet. */
export function claimNumber(folder: string): number {
  let number = readdirSync(folder).filter((name) => name.startsWith('slot-')).length;
  // Another process may be quicker.
  while (!claim(folder, `slot-${number}`)) number += 1;
  return number;
}

/** Where the system tells, when a process was started: its number alone may be that of an earlier process. */
function startOf(pid: number): string {
  try {
    // The command, in parentheses, may contain spaces; the start time is the 20th field after it.
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\)\s+/s, '')
        .split(' ')[19] ?? '0'
    );
  } catch (error) {
    if (!codeOf(error)) throw error;
    return '0';
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
