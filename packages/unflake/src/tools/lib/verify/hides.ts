/** What the change did to the test itself: its old text from git, its new one from git or from the working tree. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileOf } from '../../../contract/file-of.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { HidingChange, Verification } from '../../../contract/verification.ts';
import type { Subject } from '../../../engine/subject/subject.ts';
import { hidingChanges } from '../../../scan/change/hiding-changes.ts';
import { gitIn } from '../../../scan/history/git.ts';
import { projectFiles } from '../../../scan/project-files.ts';
import { grammarsOf, readingOf } from '../../../scan/syntax/language.ts';
import { loadParser } from '../../../scan/syntax/parser.ts';

export interface HidesQuestion {
  /** Where the new code is. */
  readonly subject: Pick<Subject, 'root' | 'folder'>;
  readonly recorded: TestId;
  readonly test: TestId;
  /** Null where the old code is not known. */
  readonly oldCommit: string | null;
}

export interface HidesAnswer {
  readonly hides: readonly HidingChange[];
  readonly notTried: Verification['notTried'];
}

/** An id of a class or a package names no file. */
const MAX_CANDIDATES = 30;

export async function hides({ subject, recorded, test, oldCommit }: HidesQuestion): Promise<HidesAnswer> {
  const unknown = (why: string): HidesAnswer => ({
    hides: [],
    notTried: [{ what: 'what the change did to the test', why }],
  });
  if (oldCommit === null)
    return unknown('the text of the test at the time of the case is not known: the case has no clean commit');
  const files = await candidates(subject, test);
  const parse = await loadParser(grammarsOf(files));
  const git = gitIn(subject.root);
  for (const file of files) {
    // `./` makes the path relative to the root, which may lie inside of the repository.
    const old = await git(['show', `${oldCommit}:./${file}`]);
    const now = textOf(join(subject.root, file));
    if (!('text' in old) || now === null) continue;
    // A renamed test: each text has its own name.
    const after = recorded === test ? now : now.replaceAll(lastName(test), lastName(recorded));
    const found = hidingChanges({ path: file, test: recorded, before: old.text, after }, parse);
    if (found !== null) return { hides: found, notTried: [] };
  }
  return unknown('it was not found in the old and the new text of its file');
}

async function candidates({ root, folder }: HidesQuestion['subject'], test: TestId): Promise<readonly string[]> {
  const named = fileOf(test);
  const path = named === null ? null : relative(root, join(folder, named));
  if (path !== null && readingOf(path) !== null) return [path];
  const { files } = await projectFiles(root);
  const words = new Set(test.split(/[^\p{L}\p{N}_-]+/u));
  const score = (file: string) =>
    file
      .replace(/\.\w+$/, '')
      .split('/')
      .filter((part) => words.has(part)).length;
  return files
    .filter((file) => readingOf(file) !== null && score(file) > 0)
    .toSorted((a, b) => score(b) - score(a))
    .slice(0, MAX_CANDIDATES);
}

const lastName = (test: TestId): string => test.split(/::| > /).at(-1)!;

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
