/** What a distribution check is given, and what it answers. */

/** A process to be started by whoever calls us, and what came of it. Nothing passes through a shell. */
export interface DistCommand {
  readonly argv: readonly [string, ...string[]];
  /** Absolute. */
  readonly cwd: string;
}

export interface DistRun {
  /** Null when it was ended by a signal or could not be started. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type RunDistCommand = (command: DistCommand) => Promise<DistRun>;

export interface DistOptions {
  /** The repository; absolute. */
  readonly root: string;
  /** What builds the distribution, run in the root of a checkout. */
  readonly command: readonly [string, ...string[]];
  /** Targets that people run before it; the distribution must not depend on whether they did. */
  readonly before: readonly (readonly [string, ...string[]])[];
  /** Where the distribution is afterwards, relative to the root: an archive, several (`out/*.tar.gz`), or a folder. */
  readonly output: string;
  /** A file with the exact names, relative to the root. */
  readonly manifest?: string;
  /** Patterns: each of the first must match a file; none of the second may. `*` also crosses folders. */
  readonly required: readonly string[];
  readonly excluded: readonly string[];
  /** Whether everything has to lie in one folder at the top. */
  readonly singleTop: boolean;
}

export const DIST_BUILDS = ['clean', 'after'] as const;
/** From a clean checkout; and from another one, after the other targets ran. */
export type DistBuild = (typeof DIST_BUILDS)[number];

export type DistProblem = {
  /** Null for what is about a build as a whole. */
  readonly archive: string | null;
  readonly message: string;
} & (
  | { readonly kind: 'no-archive' | 'left-unclean'; readonly build: DistBuild; readonly files: readonly string[] }
  | { readonly kind: 'differs'; readonly file: string; readonly how: 'only-clean' | 'only-after' | 'content' }
  | { readonly kind: 'manifest'; readonly file: string; readonly how: 'missing' | 'unexpected' }
  | { readonly kind: 'required' | 'excluded'; readonly pattern: string; readonly file: string | null }
  | { readonly kind: 'several-tops'; readonly files: readonly string[] }
);

export interface DistArchive {
  readonly name: string;
  readonly files: number;
  /** Of all names and contents: equal for equal distributions, whatever time stamps and compression did. */
  readonly sha256: string;
}

export type DistResult =
  /** The repository has changes that are not committed, or is none. */
  | { readonly state: 'refused'; readonly why: string; readonly files: readonly string[] }
  /** A command failed, so there is nothing to compare. */
  | { readonly state: 'failed'; readonly build: DistBuild; readonly command: DistCommand; readonly run: DistRun }
  | { readonly state: 'checked'; readonly archives: readonly DistArchive[]; readonly problems: readonly DistProblem[] };
