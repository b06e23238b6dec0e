/** A suite of layered tests as its files say it: which steps there are, of which kind, and what their hooks call. Nothing is run. */
import { DIALECTS } from '../facts/dialects.ts';
import { SourceFile } from '../facts/source-file.ts';
import { type Command, commandsIn, functionsOf, nameOf } from '../semantics/shell/command.ts';
import { literal } from '../syntax/node.ts';
import type { Node, Parse } from '../syntax/parser.ts';
import { prepared } from '../syntax/prepare.ts';

export interface SuiteText {
  readonly path: string;
  readonly text: string;
}

export type SuiteStepKind = 'foundation' | 'sequential' | 'independent';

export interface SuiteFile {
  readonly path: string;
  readonly folder: string;
  /** Without folder and extension. */
  readonly name: string;
  /** Null for files that are loaded, and for tests outside the layers. */
  readonly kind: SuiteStepKind | null;
  readonly source: SourceFile;
}

/** File names decide: `foundation.*`, `NN-*`, `test-*`. */
export function stepKindOf(name: string): SuiteStepKind | null {
  if (name === 'foundation') return 'foundation';
  if (/^\d\d-/.test(name)) return 'sequential';
  return name.startsWith('test-') ? 'independent' : null;
}

export function readSuite(files: readonly SuiteText[], parse: Parse): readonly SuiteFile[] {
  return [...files]
    .filter(({ path }) => /\.(?:bats|bash|sh)$/.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .map(({ path, text }) => {
      const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
      const root = parse('bash', prepared(path, text));
      return {
        path,
        folder: path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '',
        name,
        kind: path.endsWith('.bats') ? stepKindOf(name) : null,
        source: new SourceFile(path, text, root, DIALECTS.shell),
      };
    });
}

/** A hook of BATS: `setup_file`, `setup`, `teardown`, `teardown_file`. */
export function hook(file: SuiteFile, name: string): Node | null {
  return functionsOf(file.source).find((node) => nameOf(node) === name) ?? null;
}

/** Calls of one command, inside a hook or in the whole file. */
export function callsOf(file: SuiteFile, name: string, within: Node | null = file.source.root): readonly Command[] {
  return within === null ? [] : commandsIn(within).filter((call) => call.name === name);
}

/** What a step says of itself in setup_file. */
export interface Declaration {
  readonly call: Command;
  readonly name: Node | null;
  /** Only an independent step names it. */
  readonly environment: Node | null;
  readonly prerequisites: readonly Node[];
}

export function declarationOf(file: SuiteFile): Declaration | null {
  const within = hook(file, 'setup_file');
  const independent = file.kind === 'independent';
  const [call] = callsOf(file, independent ? 'setup_independent_test' : 'setup_sequential_test', within);
  if (call === undefined) return null;
  const [name = null, ...rest] = call.args;
  const [environment, prerequisites] = independent ? [rest[0] ?? null, rest.slice(1)] : [null, rest];
  return { call, name, environment, prerequisites };
}

/** The environment a step runs in, by what it declares; null when that cannot be read. */
export function environmentOf(file: SuiteFile): string | null {
  if (file.kind === 'foundation' || file.kind === 'sequential') return file.kind;
  return literal(declarationOf(file)?.environment);
}

/** Steps that lie in the same folder: one suite. */
export const stepsBeside = (file: SuiteFile, files: readonly SuiteFile[]): readonly SuiteFile[] =>
  files.filter(({ folder, kind }) => folder === file.folder && kind !== null);
