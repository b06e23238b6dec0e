/**
 * The folder in which the processes and threads of one run of the tests claim numbers from each other. What the
 * numbers are for is left to `unique-name.ts` and `claim-port.ts`.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

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
  const before = process.env[RUN_VARIABLE];
  const folder = mkdtempSync(join(tmpdir(), 'unflake-run-'));
  process.env[RUN_VARIABLE] = folder;
  const end = () => {
    rmSync(folder, { recursive: true, force: true });
    if (process.env[RUN_VARIABLE] !== folder) return;
    if (before === undefined) delete process.env[RUN_VARIABLE];
    else process.env[RUN_VARIABLE] = before;
  };
  return { folder, end, [Symbol.dispose]: end };
}

/** The folder of the run that this process belongs to, made if need be. */
export function runFolder(): string {
  const given = process.env[RUN_VARIABLE];
  if (given) {
    if (!isAbsolute(given)) throw new Error(`${RUN_VARIABLE} must be an absolute path, got '${given}'`);
    mkdirSync(given, { recursive: true });
    return given;
  }
  const all = join(tmpdir(), `unflake-runs-${userInfo().username}`);
  const folder = join(all, `${process.ppid}-${startOf(process.ppid)}`);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(all)) {
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(all, name), { recursive: true, force: true });
  }
  // Grandchildren have another parent; through the environment they still find this run.
  process.env[RUN_VARIABLE] = folder;
  return folder;
}

/** Creates a file that nobody else in the run has; false when somebody has it. */
export function claim(folder: string, name: string): boolean {
  try {
    writeFileSync(join(folder, name), `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
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
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return '0';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
