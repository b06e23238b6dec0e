/**
 * Moves files out of the way for one trial and puts them back after it. Nothing is deleted but what the trial makes in the emptied place.
 * Each move is written down before it is made, so that the next start of unflake puts back what a killed one could not.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownIdentity } from '../../store/process-identity.ts';
import { isHeld } from './is-held.ts';
import { insidePlaces, type OutsidePlaces } from './places.ts';
import { ASIDE_PREFIX, exists, type Move, putBack, removeIfEmpty } from './put-back.ts';

const PRIVATE = 0o700;

export interface Aside {
  /** Puts back what was moved. May be called twice. */
  readonly restore: () => void;
}

let asides = 0;
/** What a trial made again in a place that was empty when it began, which shows that our trials make it. */
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

/** For what was shown to be the cause: where it is now, or null where it stays because no trial was seen to make it. */
export function moveAway(path: string, places: OutsidePlaces, parent: string): string | null {
  const from = insidePlaces(path, places);
  if (from === null || !madeAgain.has(from) || !exists(from) || isHeld(from)) return null;
  return makeMove(movesOf(from, parent, `unflake-left-${ownIdentity()}`, basename(from)));
}

/** Two ways, because a file cannot be renamed into another file system: its own folder is always in the same one. */
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
