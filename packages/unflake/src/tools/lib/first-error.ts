/** The error of a tool for its caller: the first one, not later ones from clean-up; a full disk is a fault. */
import { UnflakeError } from '../../contract/faults.ts';

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT']);

/** `await using` wraps an error with the one that closing threw after it, which is often a consequence. */
export function firstError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, suppressed } = error as Error & { readonly suppressed?: unknown };
  if (name === 'SuppressedError') return firstError(suppressed);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined || !DISK_FULL.has(code)) return error;
  const where = path === undefined ? {} : { path };
  return new UnflakeError('DISK_FULL', `no space is left to write ${path ?? 'a file'}`, where, { cause: error });
}
