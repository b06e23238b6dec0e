/** The failure made comparable: two failures are the same only if their fingerprints are equal. */
import { normaliseMessage } from './normalise-message.ts';
import { ownFrames } from './own-frames.ts';

/** A failure as a probe or a report tells it. */
export interface Failure {
  readonly type?: string;
  readonly message?: string;
  readonly stack?: string;
}

// Deeper frames tell how the test was called, which repeats and orders change.
const KEPT_FRAMES = 3;

export function fingerprint(failure: Failure, root: string): string {
  const frames = ownFrames(failure.stack ?? '', root).slice(0, KEPT_FRAMES);
  const parts = [
    failure.type ?? '',
    normaliseMessage(failure.message ?? '', root),
    // Line numbers move with every edit above them; the function stays.
    ...frames.map((frame) => `${frame.file} ${frame.name}`),
  ];
  return `f-${shortHash(parts.join('\n'))}`;
}

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const EIGHT_DIGITS = 36n ** 8n;

/** FNV-1a over 64 bits, cut to eight digits of base 36: about 41 bits, ample for the failures of one suite. */
function shortHash(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  }
  return (hash % EIGHT_DIGITS).toString(36).padStart(8, '0');
}
