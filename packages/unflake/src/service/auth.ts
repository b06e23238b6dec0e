/** Authentication by token. auth-token.ts finds the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { UnflakeError } from '../contract/faults.ts';
import type { HeaderOf } from './hosts.ts';

/** Throws UNAUTHORIZED unless the request has the token. Without a token everybody may call. */
export function tokenCheck(token: string | null): (header: HeaderOf) => void {
  if (token === null) return () => {};
  const wanted = digest(token);
  return (header) => {
    const shown = /^Bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1];
    // Digests have a fixed length and are compared in constant time.
    if (shown !== undefined && timingSafeEqual(digest(shown), wanted)) return;
    const why = shown === undefined ? 'no token was sent' : 'the token is wrong';
    throw new UnflakeError('UNAUTHORIZED', why);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
