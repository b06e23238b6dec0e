/** True if a name occurs in the files of a project: a fixed path must be written somewhere in it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isForeign } from './folders-to-watch.ts';

const MAX_FILES = 5_000;
const MAX_FILE_BYTES = 256 * 1024;
const MAX_BYTES = 32 * 1024 ** 2;

/** The files are read at the first question, and not again. */
export function projectText(root: string): { readonly has: (word: string) => boolean } {
  let texts: readonly Buffer[] | undefined;
  return {
    has(word) {
      texts ??= readTexts(root);
      return texts.some((text) => text.includes(word));
    },
  };
}

function readTexts(root: string): readonly Buffer[] {
  const texts: Buffer[] = [];
  const folders = [root];
  let bytes = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !isForeign(entry.name)) folders.push(path);
      if (!entry.isFile() || texts.length >= MAX_FILES || bytes >= MAX_BYTES) continue;
      const text = textOf(path);
      if (text === null) continue;
      bytes += text.length;
      texts.push(text);
    }
  }
  return texts;
}

/** Null for what is too large to be source, or gone, or not ours to read. */
function textOf(path: string): Buffer | null {
  try {
    return statSync(path).size <= MAX_FILE_BYTES ? readFileSync(path) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
