/** The words that a shell completes for one command. */
export interface CommandWords {
  readonly command: string;
  readonly summary: string;
  readonly flags: readonly {
    readonly name: string;
    readonly summary: string;
    readonly takesValue: boolean;
    readonly choices: readonly string[];
  }[];
  /** Words that are allowed as an argument. */
  readonly words: readonly string[];
}

/** Quotes a word for a POSIX-like shell, in single quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
