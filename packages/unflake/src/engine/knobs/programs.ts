/** Which programs exist, and what they print. For questions about this machine, not for trials. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** No question here takes a tenth of this on a busy machine. */
const PATIENCE_MS = 10_000;

export function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      return false;
    }
  });
}

/** What a program prints; undefined when it is not there, fails or takes too long. */
export function programOutput(program: string, args: readonly string[]): string | undefined {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync(program, args, { encoding: 'utf8', timeout: PATIENCE_MS, stdio }).trim();
  } catch (error) {
    const { code, status } = error as NodeJS.ErrnoException & { status?: number | null };
    if (code === undefined && status === undefined) throw error;
    return undefined;
  }
}
