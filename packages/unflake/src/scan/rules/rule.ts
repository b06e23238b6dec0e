/** A rule is data: what it looks for and what it says. Its samples are files: `fixtures/scan/rules/<kind>/<language>.*`. */
import type { Cause } from '../../contract/cause.ts';
import type { Severity } from '../../contract/scan.ts';
import type { SourceFile } from '../facts/source-file.ts';
import type { Language } from '../syntax/language.ts';
import type { Matcher, Node } from '../syntax/parser.ts';

export interface Call {
  readonly node: Node;
  /** As the rule names it. */
  readonly name: string;
  readonly args: readonly Node[];
  readonly file: SourceFile;
}

/** Whether to flag what was found; or which places to flag instead. */
export type Answer = boolean | readonly Node[];

/** Looks at calls by what their names stand for; `?.name` is a call on something unknown. */
export interface FindCalls {
  readonly calls: readonly string[];
  readonly when?: (call: Call) => Answer;
}

/**
 * Looks at the shape of the tree. A matcher of `kind` alone, or with a `regex` on the node's text, costs next to nothing, and `when` looks
 * closer; any other matcher costs a walk of its own through every file in which `hint` is found.
 */
export interface FindNodes {
  readonly nodes: Matcher;
  readonly when?: (node: Node, file: SourceFile) => Answer;
  readonly hint?: RegExp;
}

export type Find = FindCalls | FindNodes;

/** `names` as a list, or in one text with blanks between them. */
export const calls = (names: string | readonly string[], when?: FindCalls['when']): FindCalls => ({
  calls: typeof names === 'string' ? words(names) : names,
  ...(when === undefined ? {} : { when }),
});

export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const nodes = (matcher: Matcher, when?: FindNodes['when'], hint?: RegExp): FindNodes => ({
  nodes: matcher,
  ...(when === undefined ? {} : { when }),
  ...(hint === undefined ? {} : { hint }),
});

/** The names of one module. */
export const under = (module: string, names: string): readonly string[] =>
  words(names).map((name) => `${module}.${name}`);

export const takesNothing = ({ args }: Call): boolean => args.length === 0;

/** Nodes of a kind, or of several with commas between, whose text matches. */
export const nodesOf = (kind: string, regex: RegExp | null, when?: FindNodes['when'], hint?: RegExp): FindNodes =>
  nodes({ rule: { kind, ...(regex === null ? {} : { regex: regex.source }) } }, when, hint);

export interface Rule {
  readonly id: `${Language}/${string}`;
  /** Null for a smell: it makes no test flaky by itself. */
  readonly cause: Cause | null;
  /** Of what is surely there, and of what a test that is known to be flaky reaches. */
  readonly severity: Severity;
  /** `tests`: only inside tests and in test files. */
  readonly where: 'anywhere' | 'tests';
  /** One sentence about this place: what is there. */
  readonly message: string;
  /** How it makes tests flaky. */
  readonly why: string;
  readonly fix: string;
  /** Any of these is enough. */
  readonly find: readonly Find[];
  /**
   * Where the lines around the place say that a test depends on it, as was mostly so on real projects. Everywhere else, and
   * everywhere for a rule without it, the place is only noted.
   */
  readonly isSure?: (place: Node, file: SourceFile) => boolean;
  /** It is as grave in code that no test holds. Elsewhere such code is only noted: a file does not say whether a test depends on it. */
  readonly sureOutsideTests?: true;
}

/** What a language adds to a kind. */
type LanguageRule = Pick<Rule, 'fix' | 'find'> & Partial<Pick<Rule, 'where' | 'sureOutsideTests'>>;

/** How to fix it in a language, and where to look; any of the places is enough. */
export const row = (fix: string, ...find: readonly Find[]): LanguageRule => ({ fix, find });

/** A kind of rule: what it says and what it asks once for all languages, and a row a language. */
export interface Kind
  extends Pick<Rule, 'cause' | 'severity' | 'where' | 'message' | 'why' | 'isSure' | 'sureOutsideTests'> {
  readonly name: string;
  /** Asked of every place that a row finds, in every language. */
  readonly when?: (place: Node, file: SourceFile) => boolean;
  readonly languages: Partial<Readonly<Record<Language, LanguageRule>>>;
}
