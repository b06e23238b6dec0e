/**
 * Tells whoever listens in this process how long parts of the work take. `scripts/bench/where-time-goes.mjs` listens; otherwise nobody does,
 * and nothing is measured.
 */
import { channel } from 'node:diagnostics_channel';

export interface PartBegun {
  readonly part: number;
  readonly what: string;
  /** Others wait for it only by chance: it is done ahead. */
  readonly ahead: boolean;
}

export interface PartEnded {
  readonly part: number;
  /** What is known of it only at its end. */
  readonly about: Readonly<Record<string, unknown>>;
}

export const PARTS = 'unflake:parts';

const parts = channel(PARTS);
let begun = 0;

/** `about` is asked at the end. */
export async function timedPart<Result>(
  what: string,
  run: () => Promise<Result>,
  { ahead = false, about = () => ({}) }: { readonly ahead?: boolean; readonly about?: () => PartEnded['about'] } = {},
): Promise<Result> {
  if (!parts.hasSubscribers) return run();
  begun += 1;
  const part = begun;
  parts.publish({ part, what, ahead } satisfies PartBegun);
  try {
    return await run();
  } finally {
    parts.publish({ part, about: about() } satisfies PartEnded);
  }
}
