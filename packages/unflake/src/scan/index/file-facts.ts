/** What the index keeps of one file. Definitions are known by their numbers; -1 is the file itself. */
import type { DefinedName, Variable } from '../facts/defines.ts';
import type { Language } from '../syntax/language.ts';

export const THE_FILE = -1;

export interface Definition extends DefinedName {
  /** The innermost definition around it. */
  readonly within: number;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
}

export interface CallFact {
  /** The innermost definition that it stands in. */
  readonly in: number;
  readonly line: number;
  /** The plain names at the end of the callee: `store.open`, `crate.open`, `?.open` when called on what is no name. */
  readonly name: string;
  /** `called`; `local`: on a variable or parameter of the function; `passed`: given away, not called; `perhaps`: looks like a call. */
  readonly how: 'called' | 'local' | 'passed' | 'perhaps';
}

/** What a file imports, by where it does so. */
export interface ImportFact {
  readonly in: number;
  readonly names: Readonly<Record<string, string>>;
  readonly whole: readonly string[];
  /** Modules that are loaded, whatever is taken from them. */
  readonly loads: readonly string[];
}

export interface VariableFact extends Variable {
  readonly in: number;
}

export interface FileFacts {
  readonly language: Language;
  readonly lines: number;
  /** Where the file says it belongs: a package. */
  readonly belongs: string | null;
  readonly definitions: readonly Definition[];
  readonly calls: readonly CallFact[];
  readonly imports: readonly ImportFact[];
  readonly variables: readonly VariableFact[];
}
