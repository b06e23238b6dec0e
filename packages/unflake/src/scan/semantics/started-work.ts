/** Work that a test starts and that runs at the same time: the assertions about what it changes, and the first wait for it. */
import type { Node } from '../facts/source-file.ts';
import { isAfter } from './undone.ts';

export interface StartedWork {
  readonly wait: Node | null;
  readonly looks: readonly Node[];
}

export const NO_WORK: StartedWork = { wait: null, looks: [] };

/** Looked at, and nowhere waited for. */
export const isUnwaited = ({ wait, looks }: StartedWork): boolean => wait === null && looks.length > 0;

/** Looked at before the wait; waiting inside the assertion is waiting. */
export const looksTooEarly = ({ wait, looks }: StartedWork): readonly Node[] =>
  wait === null ? [] : looks.filter((look) => isAfter(wait, look));
