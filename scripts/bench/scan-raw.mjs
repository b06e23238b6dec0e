/**
 * Parsing alone: the library's own call on the text that the scan passes, with the tree discarded at once. The baseline of everything else.
 */
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../../packages/unflake/package.json', import.meta.url));
const SCAN = '../../packages/unflake/dist/scan/';
const WASM = '@vscode/tree-sitter-wasm/wasm/tree-sitter-';
const FILES = { JavaScript: 'javascript', TypeScript: 'typescript', Tsx: 'tsx', csharp: 'c-sharp' };

/** Parses a file of one of these grammars; the scan's own parser must be started first, because they share the program. */
export async function rawParser(grammars) {
  const { readingOf } = await import(`${SCAN}syntax/language.js`);
  const { prepared } = await import(`${SCAN}syntax/prepare.js`);
  const require = createRequire(PACKAGE);
  const { Language, Parser } = await import(
    pathToFileURL(require.resolve('web-tree-sitter')).href.replace(/\.cjs$/, '.js')
  );
  const parsers = new Map();
  for (const grammar of grammars) {
    const parser = new Parser();
    parser.setLanguage(await Language.load(require.resolve(`${WASM}${FILES[grammar] ?? grammar}.wasm`)));
    parsers.set(grammar, parser);
  }
  return (path, text) => parsers.get(readingOf(path).grammar).parse(prepared(path, text)).delete();
}
