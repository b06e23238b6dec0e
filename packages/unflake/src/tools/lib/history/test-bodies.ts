/** The bodies of tests as they are written now, as hashes: a test that is renamed keeps its body. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { extract } from '../../../scan/index/extract.ts';
import type { Definition } from '../../../scan/index/file-facts.ts';
import { readSource } from '../../../scan/read-source.ts';
import { grammarsOf, readingOf } from '../../../scan/syntax/language.ts';
import { loadParser, ParserMissing } from '../../../scan/syntax/parser.ts';
import type { HistoryTest } from '../../../store/history-port.ts';

/** A shorter body is likely to be that of another test too. */
const MIN_CHARACTERS = 40;

/** By the test's key; those whose definition is not found are left out. */
export async function testBodies(root: string, tests: readonly HistoryTest[]): Promise<ReadonlyMap<number, string>> {
  const bodies = new Map<number, string>();
  const byFile = new Map<string, HistoryTest[]>();
  for (const test of tests) {
    if (readingOf(test.file) !== null) byFile.set(test.file, [...(byFile.get(test.file) ?? []), test]);
  }
  for (const [file, inFile] of byFile) {
    const { text } = readSource(join(root, file));
    if (text === null) continue;
    const definitions = await definitionsIn(file, text);
    const lines = text.split('\n');
    for (const { key, words } of inFile) {
      const definition = definitionOf(definitions, words);
      const hash = definition === null ? null : bodyHash(lines, definition);
      if (hash !== null) bodies.set(key, hash);
    }
  }
  return bodies;
}

async function definitionsIn(file: string, text: string): Promise<readonly Definition[]> {
  try {
    return extract(file, text, await loadParser(grammarsOf([file])))?.definitions ?? [];
  } catch (error) {
    if (error instanceof ParserMissing) return [];
    throw error;
  }
}

/** The only test of the file whose name the words end with; parameters in brackets are left out. */
export function definitionOf(definitions: readonly Definition[], words: string): Definition | null {
  const plain = words.replace(/\[[^\]]*\]$/, '').replace(/\/.*$/, '');
  const found = definitions.filter(
    ({ kind, name }) => kind === 'test' && (plain === name || plain.endsWith(` ${name}`)),
  );
  return found.length === 1 ? found[0]! : null;
}

/** Without its first line, which has the name, and without indentation. */
function bodyHash(lines: readonly string[], { line, endLine }: Definition): string | null {
  const body = lines
    .slice(line, endLine)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .join('\n');
  return body.length < MIN_CHARACTERS ? null : createHash('sha256').update(body).digest('hex').slice(0, 32);
}
