/**
 * The environment that trials start from, in addition to the subject: each trial gets its own copy inside its folder. The tools define what
 * is copied.
 */

export interface BaseEnvironment {
  /** Copies the environment into the folder of one trial, with which it is removed. Returns the variables that point to the copy. */
  readonly copyInto: (folder: string) => Promise<Readonly<Record<string, string>>>;
}
