/** Puts back what was moved aside, also what a killed run could not put back itself. */
import { lstatSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAlive } from '../../proc/process-identity.ts';

/** The rest of the name says whose it is. */
export const ASIDE_PREFIX = 'unflake-aside-';

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** If a new file exists at the old path, both stay: nothing is overwritten. */
export function putBack(moves: readonly Move[]): void {
  for (const { from, to } of moves) {
    // Another process may have put it back. Where its folder is gone, it stays aside.
    if (exists(to) && !exists(from)) ifThere(() => renameSync(to, from));
    removeIfEmpty(dirname(to));
  }
}

/** `parent`: the folder in which runs keep their journals. */
export function putBackForTheDead(parent: string): void {
  for (const name of readdirSync(parent).sort()) {
    if (!name.startsWith(ASIDE_PREFIX) || isAlive(name.slice(ASIDE_PREFIX.length))) continue;
    const folder = join(parent, name);
    // Several processes may start at once.
    const journals = ifThere(() => readdirSync(folder).sort()) ?? [];
    for (const file of journals.filter((each) => each.endsWith('.json'))) {
      const journal = join(folder, file);
      putBack(movesIn(ifThere(() => readFileSync(journal, 'utf8')) ?? '[]'));
      rmSync(journal, { force: true });
    }
    removeIfEmpty(folder);
  }
}

/** Undefined where something is gone. */
function ifThere<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A truncated journal was being written when its run was killed, before any move. */
function movesIn(text: string): readonly Move[] {
  try {
    return JSON.parse(text) as readonly Move[];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [];
  }
}

export const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
