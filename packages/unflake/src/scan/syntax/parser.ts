/** Text to a syntax tree. Parsers are native libraries, loaded on first use; one that is not installed is a problem of its files alone. */
import { createRequire } from 'node:module';
import type { Grammar } from './language.ts';
import { type KindNumber, type Matcher, Node } from './tree.ts';

export type { Matcher, Node };

export type Parse = (grammar: Grammar, text: string) => Node;

/** Those that the library brings itself. */
const BUILT_IN: ReadonlySet<Grammar> = new Set(['JavaScript', 'TypeScript', 'Tsx']);
const PACKAGES = ['python', 'go', 'rust', 'java', 'kotlin', 'ruby', 'csharp', 'cpp', 'bash', 'php'] as const;

export class ParserMissing extends Error {
  override readonly name = 'ParserMissing';
}

let loading: Promise<Parse> | undefined;

/** The library takes all grammars at once and only once, so they are all registered together. */
export function loadParser(): Promise<Parse> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Parse> {
  const { parse, registerDynamicLanguage, kind } = await import('@ast-grep/napi');
  const require = createRequire(import.meta.url);
  const present = new Set<Grammar>(BUILT_IN);
  const grammars: Parameters<typeof registerDynamicLanguage>[0] = {};
  for (const name of PACKAGES) {
    const grammar = optional(require, `@ast-grep/lang-${name}`);
    if (grammar === undefined) continue;
    grammars[name] = grammar;
    present.add(name);
  }
  registerDynamicLanguage(grammars);
  const known = new Map<Grammar, KindNumber>();
  const kindNumbers = (grammar: Grammar): KindNumber => {
    let numbers = known.get(grammar);
    if (numbers === undefined) {
      numbers = remembered((name) => kind(grammar, name));
      known.set(grammar, numbers);
    }
    return numbers;
  };
  return (grammar, text) => {
    if (!present.has(grammar)) {
      throw new ParserMissing(`no parser for ${grammar}: npm install @ast-grep/lang-${grammar}`);
    }
    return Node.root(parse(grammar, text).root(), text, kindNumbers(grammar));
  };
}

function remembered(ask: KindNumber): KindNumber {
  const known = new Map<string, number>();
  return (name) => {
    let number = known.get(name);
    if (number === undefined) {
      number = ask(name);
      known.set(name, number);
    }
    return number;
  };
}

function optional(require: NodeJS.Require, name: string) {
  try {
    return require(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
