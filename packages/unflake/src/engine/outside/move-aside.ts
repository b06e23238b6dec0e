/**
 * Moves files away for one trial and restores them after it. Only files that the trial creates in their place are deleted. Each move is
 * journalled first, so that the next start of unflake can restore what a killed run could not.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownIdentity } from '../../proc/process-identity.ts';
import { isHeld } from './is-held.ts';
import { insidePlaces, type OutsidePlaces } from './places.ts';
import { ASIDE_PREFIX, exists, type Move, putBack, removeIfEmpty } from './put-back.ts';

const PRIVATE = 0o700;

export interface Aside {
  /** Puts back what was moved. May be called twice. */
  readonly restore: () => void;
}

let asides = 0;
/** Paths that a trial created again, which shows that our trials create them. */
const madeAgain = new Set<string>();

/** `parent`: where the journal is kept. What is in use, or outside the places, stays where it is. */
export function moveAside(paths: readonly string[], places: OutsidePlaces, parent: string): Aside {
  const inside = paths.flatMap((path) => insidePlaces(path, places) ?? []);
  if (inside.length === 0) return { restore: () => {} };
  asides += 1;
  const number = asides;
  const folder = `${ASIDE_PREFIX}${ownIdentity()}`;
  const found = inside.filter((path) => exists(path) && !isHeld(path));
  const moves = found.map((from, at) => movesOf(from, parent, folder, `${number}-${at}`));
  const journal = join(parent, folder, `${number}.json`);
  mkdirSync(dirname(journal), { recursive: true, mode: PRIVATE });
  writeFileSync(journal, JSON.stringify(moves.flat()), { flush: true });
  // A place that was empty already is emptied again, too.
  const emptied = inside.filter((path) => !exists(path));
  let isOver = false;
  const restore = () => {
    if (isOver) return;
    isOver = true;
    process.removeListener('exit', restore);
    for (const path of emptied.filter(exists)) discard(path);
    putBack(moves.flat());
    rmSync(journal, { force: true });
    removeIfEmpty(dirname(journal));
  };
  process.once('exit', restore);
  try {
    for (const either of moves) {
      makeMove(either);
      emptied.push(either[0]!.from);
    }
  } catch (error) {
    restore();
    throw error;
  }
  return { restore };
}

/** For paths proved to be the cause: the new location, or null if it stays because no trial was seen to create it. */
export function moveAway(path: string, places: OutsidePlaces, parent: string): string | null {
  const from = insidePlaces(path, places);
  if (from === null || !madeAgain.has(from) || !exists(from) || isHeld(from)) return null;
  return makeMove(movesOf(from, parent, `unflake-left-${ownIdentity()}`, basename(from)));
}

/** Two attempts, because a file cannot be renamed across file systems; its own folder is always on the same one. */
function movesOf(from: string, parent: string, folder: string, name: string): readonly Move[] {
  return [join(parent, folder, name), join(dirname(from), `.${folder}`, name)].map((to) => ({ from, to }));
}

function makeMove([first, second]: readonly Move[]): string {
  try {
    return rename(first!);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    return rename(second!);
  }
}

function rename({ from, to }: Move): string {
  mkdirSync(dirname(to), { recursive: true, mode: PRIVATE });
  renameSync(from, to);
  return to;
}

function discard(path: string): void {
  madeAgain.add(path);
  rmSync(path, { recursive: true, force: true });
}
