/**
 * Text to a syntax tree. The parser and its grammars are WebAssembly, one file for every machine; a grammar is loaded when its first file is
 * to be read. One that is not installed is a problem of its files alone.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Parser as Library, Language as Loaded, Tree as Parsed } from 'web-tree-sitter';
import type { Grammar } from './language.ts';
import type { Matcher } from './matcher.ts';
import { NodeNames } from './names.ts';
import { type CursorCalls, readTree } from './read-tree.ts';
import { Node } from './tree.ts';

export type { Matcher };
export { Node };

export interface Parse {
  (grammar: Grammar, text: string): Node;
  /** Whether the parser understands all of it and misses nothing; costs the parsing alone. */
  isSound(grammar: Grammar, text: string): boolean;
}

const WASM = '@vscode/tree-sitter-wasm/wasm/tree-sitter-';
const FILES: Readonly<Record<Grammar, string>> = {
  python: `${WASM}python.wasm`,
  JavaScript: `${WASM}javascript.wasm`,
  TypeScript: `${WASM}typescript.wasm`,
  Tsx: `${WASM}tsx.wasm`,
  go: `${WASM}go.wasm`,
  rust: `${WASM}rust.wasm`,
  java: `${WASM}java.wasm`,
  kotlin: '@lumis-sh/wasm-kotlin/tree-sitter-kotlin.wasm',
  ruby: `${WASM}ruby.wasm`,
  csharp: `${WASM}c-sharp.wasm`,
  cpp: `${WASM}cpp.wasm`,
  bash: `${WASM}bash.wasm`,
  php: `${WASM}php.wasm`,
};

export class ParserMissing extends Error {
  override readonly name = 'ParserMissing';
}

interface Reader {
  readonly parser: Library;
  readonly names: NodeNames;
}

interface Runtime {
  readonly calls: CursorCalls;
  readonly library: typeof import('web-tree-sitter');
}

/** As much of it as we use; the types of Node 20 leave it out. */
interface Assembly {
  compile(program: Uint8Array): Promise<object>;
  readonly Instance: new (program: object, imports: object) => { readonly exports: object };
}
declare const WebAssembly: Assembly;

const require = createRequire(import.meta.url);
const readers = new Map<Grammar, Promise<Reader | null>>();
let starting: Promise<Runtime> | undefined;

/** Reads these grammars and no other; all of them unless told. */
export async function loadParser(grammars: Iterable<Grammar> = Object.keys(FILES) as Grammar[]): Promise<Parse> {
  starting ??= start();
  const { calls } = await starting;
  const ready = new Map<Grammar, Reader>();
  for (const grammar of new Set(grammars)) {
    let reading = readers.get(grammar);
    if (reading === undefined) {
      reading = load(grammar);
      readers.set(grammar, reading);
    }
    const reader = await reading;
    if (reader !== null) ready.set(grammar, reader);
  }
  const parsed = <T>(grammar: Grammar, text: string, use: (tree: Parsed, names: NodeNames) => T): T => {
    const reader = ready.get(grammar);
    if (reader === undefined) throw new ParserMissing(`no parser for ${grammar}: npm install ${packageOf(grammar)}`);
    const tree = reader.parser.parse(text);
    if (tree === null) throw new Error(`the parser gave up on a text of ${text.length} characters`);
    try {
      return use(tree, reader.names);
    } finally {
      tree.delete();
    }
  };
  const parse = (grammar: Grammar, text: string): Node =>
    parsed(grammar, text, (tree, names) => Node.root(text, readTree(calls, addressOf(tree), names)));
  const isSound = (grammar: Grammar, text: string): boolean =>
    parsed(grammar, text, ({ rootNode }) => !rootNode.hasError);
  return Object.assign(parse, { isSound });
}

/** The library keeps its program to itself, and hands it to whoever starts it. */
async function start(): Promise<Runtime> {
  const library = await import('web-tree-sitter');
  const program = await WebAssembly.compile(await readFile(require.resolve('web-tree-sitter/web-tree-sitter.wasm')));
  let calls: CursorCalls | undefined;
  await library.Parser.init({
    instantiateWasm(imports: object, started: (instance: object, of: object) => void) {
      const instance = new WebAssembly.Instance(program, imports);
      calls = instance.exports as CursorCalls;
      started(instance, program);
      return instance.exports;
    },
  });
  return { calls: calls!, library };
}

/** Null where it is not installed. */
async function load(grammar: Grammar): Promise<Reader | null> {
  const { library } = await starting!;
  const file = resolved(FILES[grammar]);
  if (file === null) return null;
  const language: Loaded = await library.Language.load(file);
  const parser = new library.Parser();
  parser.setLanguage(language);
  const names = new NodeNames({ ...language, nodeTypeIsNamed: (id) => language.nodeTypeIsNamed(id) });
  return { parser, names };
}

function resolved(file: string): string | null {
  try {
    return require.resolve(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

const packageOf = (grammar: Grammar): string => FILES[grammar].split('/').slice(0, 2).join('/');

/** The place of a tree in the program's memory, which the library's own methods give to the same functions. */
const addressOf = (tree: Parsed): number => Reflect.get(tree, 0) as number;
