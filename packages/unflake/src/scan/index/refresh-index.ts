/** Makes the index agree with the project: new and changed files are read, and only these; those that are gone are forgotten. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanProblem } from '../../contract/scan.ts';
import { readSource } from '../read-source.ts';
import { grammarsOf, readingOf } from '../syntax/language.ts';
import { loadParser, type Parse, ParserMissing } from '../syntax/parser.ts';
import { countLines, extract } from './extract.ts';
import type { FileFacts } from './file-facts.ts';
import type { IndexedFile, IndexFile } from './index-file.ts';

export interface RefreshOptions {
  readonly root: string;
  /** Relative to the root: everything that the index shall hold; those in no language of ours are passed over. */
  readonly files: readonly string[];
  readonly nowMs: number;
  readonly signal?: AbortSignal;
}

export interface RefreshResult {
  readonly files: number;
  readonly lines: number;
  readonly definitions: number;
  readonly tests: number;
  /** Read again, because they are new or have changed. */
  readonly read: number;
  readonly removed: number;
  readonly problems: readonly ScanProblem[];
  /** False when the signal came first: what was read is kept, and the next refresh goes on from there. */
  readonly complete: boolean;
}

/** A file written in the same moment in which it was read may look unchanged by its time; such a one is read once more. */
const SAME_MOMENT_MS = 2_000;
const FILES_AT_ONCE = 50;
const NOTHING = { size: -1, mtimeMs: 0 };

interface Touched {
  readonly path: string;
  readonly mtimeMs: number;
}

/** A file with new facts; or one that was only touched. */
type Change = [IndexedFile, FileFacts | null] | Touched;

export async function refreshIndex(index: IndexFile, options: RefreshOptions): Promise<RefreshResult> {
  const { root, nowMs, signal } = options;
  const ours = options.files.filter((file) => readingOf(file) !== null);
  const known = new Map(index.files().map((file) => [file.path, file]));
  const refreshedAtMs = index.refreshedAtMs() ?? 0;
  const wanted = new Set(ours);
  const gone = [...known.keys()].filter((path) => !wanted.has(path));
  index.transaction(() => {
    for (const path of gone) index.remove(path);
  });
  let read = 0;
  for (let from = 0; from < ours.length && !signal?.aborted; from += FILES_AT_ONCE) {
    const touched = ours.slice(from, from + FILES_AT_ONCE).flatMap((path): readonly (Fresh | Touched)[] => {
      const before = known.get(path);
      const { size, mtimeMs } = statSync(join(root, path), { throwIfNoEntry: false }) ?? NOTHING;
      const same = before !== undefined && before.size === size && before.mtimeMs === mtimeMs;
      if (same && mtimeMs < refreshedAtMs - SAME_MOMENT_MS) return [];
      const fresh = readFile(root, path, { size, mtimeMs });
      return [before?.hash === fresh.file.hash ? { path, mtimeMs } : fresh];
    });
    if (touched.length === 0) continue;
    const changed = touched.filter((one) => 'file' in one);
    const parse = await loadParser(grammarsOf(changed.map(({ file }) => file.path)));
    const changes: readonly Change[] = touched.map((one) => ('file' in one ? withFacts(one, parse) : one));
    // Short, so that another process on the same index need not wait for our parsing.
    index.transaction(() => {
      for (const change of changes) {
        if ('path' in change) index.touch(change.path, change.mtimeMs);
        else index.put(...change);
      }
    });
    read += changed.length;
    // The caller's signal is seen between batches.
    await new Promise(setImmediate);
  }
  if (!signal?.aborted) index.refreshed(nowMs);
  return { ...totals(index.files()), read, removed: gone.length, complete: signal?.aborted !== true };
}

export type Totals = Pick<RefreshResult, 'files' | 'lines' | 'definitions' | 'tests' | 'problems'>;

export function totals(files: readonly IndexedFile[]): Totals {
  const sum = (field: 'lines' | 'definitions' | 'tests') => files.reduce((all, file) => all + file[field], 0);
  return {
    files: files.length,
    lines: sum('lines'),
    definitions: sum('definitions'),
    tests: sum('tests'),
    problems: files.flatMap(({ path, problem }) => (problem === null ? [] : [{ file: path, why: problem }])),
  };
}

interface Fresh {
  readonly file: IndexedFile;
  readonly text: string | null;
}

function readFile(root: string, path: string, stat: { readonly size: number; readonly mtimeMs: number }): Fresh {
  const { text, why } = readSource(join(root, path));
  const hash = createHash('sha256')
    .update(text ?? `? ${why}`)
    .digest('base64')
    .slice(0, 22);
  const lines = text === null ? 0 : countLines(text);
  return { file: { path, hash, ...stat, lines, definitions: 0, tests: 0, problem: why }, text };
}

function withFacts({ file, text }: Fresh, parse: Parse): [IndexedFile, FileFacts | null] {
  if (text === null) return [file, null];
  try {
    const facts = extract(file.path, text, parse);
    const definitions = facts?.definitions ?? [];
    const tests = definitions.filter(({ kind }) => kind === 'test').length;
    return [{ ...file, definitions: definitions.length, tests }, facts];
  } catch (error) {
    if (!(error instanceof ParserMissing)) throw error;
    return [{ ...file, problem: error.message }, null];
  }
}
