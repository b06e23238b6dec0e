/** What a tool threw, as the caller is told: the first error, not the ones of closing things after it; a full disk is a fault. */
import { UnflakeError } from '../../contract/faults.ts';

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT']);

/** `await using` joins an error with the one that closing met after it, which is often its consequence. */
export function firstError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, suppressed } = error as Error & { readonly suppressed?: unknown };
  if (name === 'SuppressedError') return firstError(suppressed);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined || !DISK_FULL.has(code)) return error;
  const where = path === undefined ? {} : { path };
  return new UnflakeError('DISK_FULL', `no space is left to write ${path ?? 'a file'}`, where, { cause: error });
}
