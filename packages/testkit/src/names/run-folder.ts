/** The folder in which the processes and threads of one test run claim numbers. `unique-name.ts` and `claim-port.ts` use the numbers. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { requireThat } from '../text/refuse.ts';

/** The environment variable with the run's folder; processes started from here inherit it. */
export const RUN_VARIABLE = 'UNFLAKE_RUN';

/** A run that was started explicitly; disposing of it removes its folder. */
export interface Run extends Disposable {
  readonly folder: string;
  end(): void;
}

/**
 * Starts a run: from now on, this process and its children claim names from a fresh folder. Call it in a runner's global set-up; without
 * it, processes with the same parent form a run, which is how runners start them.
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

/** The folder of this process's run, created if necessary. */
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
  // Grandchildren have another parent; the environment variable still leads them to this run.
  env[RUN_VARIABLE] = folder;
  return folder;
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Creates a file exclusively; false if another process in the run has it. */
export function claim(folder: string, name: string): boolean {
  try {
    writeFileSync(join(folder, name), `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The lowest number that is not claimed in the run yet. */
export function claimNumber(folder: string): number {
  let number = readdirSync(folder).filter((name) => name.startsWith('slot-')).length;
  // Another process may be faster.
  while (!claim(folder, `slot-${number}`)) number += 1;
  return number;
}

/** The start time of a process, where the system reports it: a process id may be reused. */
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
