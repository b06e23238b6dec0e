/** How a runner, and people who copy from its output, name its tests. Data: one resolver reads it for every runner. */

/**
 * A text that names tests. The named groups say what it tells: `file` (a path, from whichever folder), `line`, `outer` (what the test
 * stands in) and `name`. The pattern is searched in the whole text, which may have several lines, so it has the flags `g` and `m`.
 */
export interface PrintedName {
  readonly pattern: RegExp;
  /** `name` has every title, from the outermost on, so that a test that merely ends like it is not meant. */
  readonly whole?: true;
  /** `name` may end before any of these, and the longest that is a test is taken: pytest writes ` - ` and a message behind an id. */
  readonly endsBefore?: string;
  /** `name` may be that of a class or a module, for all tests inside it. */
  readonly mayHold?: true;
  readonly escaped?: 'xml' | 'tap';
}

export interface TestNames {
  /** What an id names before the test: its file, its class, the folder of its package, or the file its crate is compiled from. */
  readonly startsWith: 'file' | 'class' | 'folder' | 'crate';
  /** What the runner prints about a failure or takes as a command. Of a line that several patterns find, the first that leads to tests counts. */
  readonly printed: readonly PrintedName[];
  /** What output adds to a test's name for a case that has no id of its own and cannot be chosen alone: a subtest, an invocation. */
  readonly cases?: RegExp;
  /** The manifest in the runner's folder that says by which path the output calls this folder. */
  readonly folderName?: { readonly file: string; readonly pattern: RegExp };
}
