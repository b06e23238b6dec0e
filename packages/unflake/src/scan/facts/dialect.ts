/** What facts about a file need to know of its language. One file a language; adding a language is adding a dialect. */
import type { Language } from '../syntax/language.ts';
import type { Node } from '../syntax/parser.ts';
import type { Defines } from './defines.ts';

/** A node that calls or creates something. */
export interface CallShape {
  readonly kind: string;
  /** The field that holds what is called. */
  readonly callee: string;
  /** The field before the callee that holds what it is called on, where the grammar keeps them apart. */
  readonly on?: string;
  /** The field that holds the arguments; absent where they follow the callee. */
  readonly args?: string;
}

export interface Imports {
  /** A name in this file → what it stands for: `t` → `time`, `Random` → `java.util.Random`. */
  readonly names: ReadonlyMap<string, string>;
  /** Modules all of whose names can be used without saying so. */
  readonly whole: readonly string[];
}

export interface Dialect {
  readonly language: Language;
  readonly calls: readonly CallShape[];
  /** Nothing is called without a bracket behind its name; a file's text then says which names can be called in it. */
  readonly callsHaveBrackets?: true;
  /** Kinds of nodes that have names of their own: functions, lambdas, methods. */
  readonly scopes: readonly string[];
  readonly comments: readonly string[];
  /** Nodes that import; more may be given to `imports` than import something. */
  readonly importing: readonly { readonly kind: string; readonly regex?: string }[];
  readonly imports: (nodes: readonly Node[]) => Imports;
  /** Names that a scope binds itself, or the file at its top level when it is given the root. */
  readonly binds: (scope: Node) => ReadonlySet<string>;
  /** The name of the test that this scope, or this call, is; null when it is none. */
  readonly test: (node: Node) => string | null;
  /** Kinds of nodes that `test` may answer for. */
  readonly tests: readonly string[];
  readonly isTestFile: (file: string) => boolean;
  /** Text that every other file with a test in it has; absent where there is none such. */
  readonly testsIn?: RegExp;
  /** Whether a place in another file belongs to tests all the same; absent where the file alone decides. */
  readonly isForTests?: (node: Node) => boolean;
  /** Whether a place in a file of tests belongs to a benchmark, or to what runs when the file is started as a program. */
  readonly isMeasured?: (node: Node) => boolean;
  /** What the index reads; absent in a language that it does not read yet. */
  readonly defines?: Defines;
}
