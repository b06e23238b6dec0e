/** What an index needs to know of a language: which nodes define something, and which say what type a variable has. */
import type { NodeRule as SomeRule } from '../syntax/matcher.ts';
import type { Node } from '../syntax/parser.ts';

/** A `group` only holds others: a module inside a file, a block that describes, an implementation. */
export const DEFINITION_KINDS = ['function', 'method', 'class', 'test', 'fixture', 'group'] as const;
export type DefinitionKind = (typeof DEFINITION_KINDS)[number];

export interface DefinedName {
  readonly kind: DefinitionKind;
  readonly name: string;
  /** The type that it belongs to, where the grammar does not put it inside: a receiver, an implementation. */
  readonly of?: string;
  /** Types that a class, or an implementation, takes methods from. */
  readonly bases?: readonly string[];
  /** A fixture that runs around every test of what it stands in, unasked. */
  readonly automatic?: true;
  /** Fixtures that it is given, by their names. */
  readonly asks?: readonly string[];
  readonly returns?: string;
  /** Runs when the file is loaded; a function does not, a block that describes tests does. */
  readonly runsOnLoad?: true;
}

/** `type` is the name of a type, or of a function followed by `()`: whatever that returns. */
export interface Variable {
  readonly name: string;
  readonly type: string;
}

/** Nodes to look for; every one names a kind. */
export type DefinitionRule = SomeRule & { readonly kind: string };

/** The name of the test that a node is; null when it is none. */
export type TestName = (node: Node) => string | null;

export interface Defines {
  readonly nodes: readonly DefinitionRule[];
  /** Null for a node that defines nothing after all. */
  readonly read: (node: Node, kind: string, test: TestName) => DefinedName | null;
  /** What a call defines, where tests are calls. */
  readonly byCall?: (node: Node, callee: string, test: TestName) => DefinedName | null;
  readonly variables?: {
    readonly nodes: readonly DefinitionRule[];
    readonly read: (node: Node, kind: string) => readonly Variable[];
  };
  /** Nodes that give a function away without calling it; arguments that are plain names are known without. */
  readonly passed?: readonly DefinitionRule[];
  /** What a call calls besides its callee: the command behind `run`, what a macro is given. Surely, or perhaps. */
  readonly calledBy?: (node: Node, callee: string) => { readonly names: readonly string[]; readonly sure: boolean };
  /** Modules that a node which imports loads, whatever it takes from them. */
  readonly loads?: (node: Node, kind: string) => readonly string[];
  readonly loadsByCall?: (node: Node, callee: string) => readonly string[];
  /** Nodes that hand on names to whoever imports the file: their names there, with what they mean; `=x` is an `x` of this file. */
  readonly exports?: {
    readonly nodes: readonly DefinitionRule[];
    readonly read: (node: Node) => {
      readonly names: Readonly<Record<string, string>>;
      readonly whole: readonly string[];
    };
  };
  /** The node with which a file says where it belongs, as in `package com.acme;`. */
  readonly belongs?: { readonly kind: string; readonly read: (node: Node) => string };
}
