/**
 * Makes failures comparable, in levels: the exception's type, then the project's own top frame, then the message without values. Failures
 * with the same first levels belong to one class, however much their messages vary.
 */
import { messageWithoutValues } from './message-without-values.ts';
import { ownFrames } from './own-frames.ts';

/** A failure as a probe or a report describes it. */
export interface Failure {
  readonly type?: string;
  readonly message?: string;
  readonly stack?: string;
}

/** `f-<type>-<frame>-<message>`: one short hash per level. */
export function fingerprint(failure: Failure, root: string): string {
  const [frame] = ownFrames(failure.stack ?? '', root);
  const levels = [
    failure.type ?? '',
    // Line numbers change with every edit above them; the function name stays.
    frame === undefined ? '' : `${frame.file} ${frame.name}`,
    messageWithoutValues(failure.message ?? '', root),
  ];
  return `f-${levels.map(shortHash).join('-')}`;
}

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const FIVE_DIGITS = 36n ** 5n;

/** FNV-1a over 64 bits, cut to five base-36 digits: about 26 bits per level, ample for the failures of one test. */
function shortHash(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  }
  return (hash % FIVE_DIGITS).toString(36).padStart(5, '0');
}
