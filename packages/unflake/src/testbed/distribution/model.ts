/** Input and result of a distribution check. */

/** A process that the caller starts for us, and its result. No shell is involved. */
export interface DistCommand {
  readonly argv: readonly [string, ...string[]];
  /** Absolute. */
  readonly cwd: string;
}

export interface DistRun {
  /** Null if it was ended by a signal or could not start. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type RunDistCommand = (command: DistCommand) => Promise<DistRun>;

export interface DistOptions {
  /** The repository; absolute. */
  readonly root: string;
  /** The command that builds the distribution, run in the root of a checkout. */
  readonly command: readonly [string, ...string[]];
  /** Targets that people run before; the distribution must not depend on them. */
  readonly before: readonly (readonly [string, ...string[]])[];
  /** Path of the result, relative to the root: an archive, several (`out/*.tar.gz`), or a folder. */
  readonly output: string;
  /** A file with the exact names, relative to the root. */
  readonly manifest?: string;
  /** Patterns: each of the first must match a file; none of the second may. `*` also crosses folders. */
  readonly required: readonly string[];
  readonly excluded: readonly string[];
  /** True if everything must be in one top folder. */
  readonly singleTop: boolean;
}

export const DIST_BUILDS = ['clean', 'after'] as const;
/** From a clean checkout; and from another one after the other targets ran. */
export type DistBuild = (typeof DIST_BUILDS)[number];

export type DistProblem = {
  /** Null for a problem of a build as a whole. */
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
  /** Over all names and contents: equal distributions have the same hash, whatever their time stamps and compression. */
  readonly sha256: string;
}

export type DistResult =
  /** The repository has uncommitted changes, or the folder is not a repository. */
  | { readonly state: 'refused'; readonly why: string; readonly files: readonly string[] }
  /** A command failed, so there is nothing to compare. */
  | { readonly state: 'failed'; readonly build: DistBuild; readonly command: DistCommand; readonly run: DistRun }
  | { readonly state: 'checked'; readonly archives: readonly DistArchive[]; readonly problems: readonly DistProblem[] };
