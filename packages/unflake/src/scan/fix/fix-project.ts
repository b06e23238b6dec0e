/** Mends the files of a project, or shows what it would do: never a file with changes that are in no commit, unless told to. */
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FileFix, ScanFinding, ScanFixes } from '../../contract/scan.ts';
import type { Git } from '../history/git.ts';
import { uncommitted } from '../history/uncommitted.ts';
import { readSource } from '../read-source.ts';
import { grammarsOf } from '../syntax/language.ts';
import { loadParser } from '../syntax/parser.ts';
import { fixText } from './fix-text.ts';
import { REWRITES } from './rewrites/index.ts';
import { unifiedDiff } from './unified-diff.ts';
import { writeAtomically } from './write-atomically.ts';

export interface FixProjectOptions {
  readonly root: string;
  readonly findings: readonly ScanFinding[];
  /** Everything in the project: where a word may stand that a rewrite would change in one place. */
  readonly files: readonly string[];
  readonly mode: 'write' | 'show';
  readonly dirty: 'leave' | 'take';
  readonly git: Git;
  readonly signal?: AbortSignal;
}

type Left = ScanFixes['left'][number];

export async function fixProject(options: FixProjectOptions): Promise<ScanFixes> {
  const { root, findings, mode, dirty, signal } = options;
  const wanted = new Set(findings.map(({ rule }) => rule));
  const files = [...new Set(findings.filter(({ rule }) => REWRITES.has(rule)).map(({ file }) => file))];
  const parse = await loadParser(grammarsOf(files));
  const changed = dirty === 'take' ? new Set<string>() : await uncommitted(options.git, files);
  const mentions = mentionedIn(options);
  const fixes: FileFix[] = [];
  const left: Left[] = [];
  for (const file of files) {
    if (signal?.aborted) break;
    const refusal = changed === null ? NOT_IN_GIT : changed.has(file) ? DIRTY : outside(root, file);
    const { text, why } = readSource(join(root, file));
    if (refusal !== null || why !== null || text === null) {
      left.push({ file, line: null, rule: null, why: refusal ?? why! });
      continue;
    }
    const done = fixText({
      path: file,
      text,
      parse,
      wanted: ({ rule }) => wanted.has(rule),
      elsewhere: (word) => mentions(word, file),
    });
    left.push(...done.left.map((place) => ({ file, ...place })));
    if (done.text === text) continue;
    const failure = mode === 'write' ? written(join(root, file), done.text) : null;
    if (failure !== null) left.push({ file, line: null, rule: null, why: failure });
    else fixes.push({ file, diff: unifiedDiff(file, text, done.text), fixed: done.fixed });
  }
  return { written: mode === 'write', files: fixes, left };
}

/** Null when it is; otherwise why not. */
function written(path: string, text: string): string | null {
  try {
    writeAtomically(realpathSync(path), text);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return code === 'EEXIST' ? 'another run has left its copy next to it' : `cannot be written (${code})`;
  }
}

const DIRTY = 'has changes that are in no commit; --fix-dirty takes it all the same';
const NOT_IN_GIT = 'is not under version control, so nothing could bring it back; --fix-dirty takes it all the same';

/** A link may lead to a file that is not the project's. */
function outside(root: string, file: string): string | null {
  const real = relative(realpathSync(root), realpathSync(join(root, file)));
  return real.startsWith('..') ? 'is a link out of the project' : null;
}

/** Whether a file next to the given one has a word. The texts are read when the first rewrite asks. */
function mentionedIn({ root, files }: FixProjectOptions): (word: string, but: string) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  return (word, but) => {
    let having = known.get(word);
    if (having === undefined) {
      const pattern = new RegExp(`(?<![\\w.])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w])`);
      having = new Set(files.filter((file) => pattern.test(readSource(join(root, file)).text ?? '')));
      known.set(word, having);
    }
    return [...having].some((file) => file !== but);
  };
}
