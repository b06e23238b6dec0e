/** A command as one line that can be pasted into a POSIX shell, and such a line read back. Runs nothing; knows no shell but this form. */
import { UnflakeError } from '../contract/faults.ts';

/** What a line can say of a command; its files are told apart. */
export interface ShellCommand {
  readonly argv: readonly [string, ...string[]];
  /** `null` removes a variable. */
  readonly env: Readonly<Record<string, string | null>>;
  readonly cwd: string;
}

/** `cd <folder> && env -u GONE NAME=value program argument…` */
export function shellLine({ argv, env, cwd }: ShellCommand): string {
  const names = Object.keys(env).sort();
  const removed = names.filter((name) => env[name] === null).flatMap((name) => ['-u', quoteWord(name)]);
  const set = names.filter((name) => env[name] !== null).map((name) => `${quoteWord(name)}=${quoteWord(env[name]!)}`);
  // `env` would take such a program for one more variable.
  const program = argv[0].includes('=') ? ['sh', '-c', quoteWord('exec "$0" "$@"')] : [];
  const needsEnv = removed.length + set.length > 0;
  const words = [
    ...(needsEnv ? ['env', ...removed, ...set] : []),
    ...(needsEnv ? program : []),
    ...argv.map(quoteWord),
  ];
  return `cd ${quoteWord(cwd.startsWith('-') ? `./${cwd}` : cwd)} && ${words.join(' ')}`;
}

/** A `=` is plain inside a flag only: a first word with one would be taken for a variable. */
const PLAIN_WORD = /^(?:[\w@%+:,./-]+|--?[\w-]+=[\w@%+:,./=-]*)$/;

export function quoteWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Reads what `shellLine` writes, also after a person has changed the quoting. */
export function parseShellLine(line: string): ShellCommand {
  const words = splitWords(line);
  const and = words.indexOf('&&');
  if (words[0] !== 'cd' || and !== 2) throw invalid(line, 'it does not begin with `cd <folder> &&`');
  const env: Record<string, string | null> = {};
  let at = 3;
  if (words[at] === 'env') {
    at += 1;
    for (; words[at] === '-u' && words[at + 1] !== undefined; at += 2) env[words[at + 1]!] = null;
    for (; words[at] !== undefined && /^[^=]+=/.test(words[at]!); at += 1) {
      const word = words[at]!;
      env[word.slice(0, word.indexOf('='))] = word.slice(word.indexOf('=') + 1);
    }
    if (words[at] === 'sh' && words[at + 2] === 'exec "$0" "$@"') at += 3;
  }
  const [program, ...rest] = words.slice(at);
  if (program === undefined) throw invalid(line, 'it names no program');
  return { argv: [program, ...rest], env, cwd: words[1]! };
}

/** Words of a POSIX shell: single quotes, double quotes and backslashes; anything that would expand or redirect is refused. */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    const space = /[ \t\n]+/y;
    space.lastIndex = at;
    if (space.test(line)) {
      at = space.lastIndex;
      continue;
    }
    let word = '';
    while (at < line.length && !/[ \t\n]/.test(line[at]!)) {
      const piece = nextPiece(line, at);
      word += piece.text;
      at = piece.end;
    }
    words.push(word);
  }
  return words;
}

function nextPiece(line: string, at: number): { readonly text: string; readonly end: number } {
  const first = line[at]!;
  if (first === "'") {
    const end = line.indexOf("'", at + 1);
    if (end < 0) throw invalid(line, 'a single quote is not closed');
    return { text: line.slice(at + 1, end), end: end + 1 };
  }
  if (first === '"') return doubleQuoted(line, at + 1);
  if (first === '\\') {
    if (at + 1 >= line.length) throw invalid(line, 'it ends in a backslash');
    return { text: line[at + 1] === '\n' ? '' : line[at + 1]!, end: at + 2 };
  }
  if (line.startsWith('&&', at)) return { text: '&&', end: at + 2 };
  if (/[|&;<>()$`*?[#~]/.test(first)) throw invalid(line, `\`${first}\` outside quotes needs a shell`);
  return { text: first, end: at + 1 };
}

function doubleQuoted(line: string, from: number): { readonly text: string; readonly end: number } {
  let text = '';
  for (let at = from; at < line.length; at += 1) {
    const char = line[at]!;
    if (char === '"') return { text, end: at + 1 };
    if (char === '$' || char === '`') throw invalid(line, `\`${char}\` in double quotes needs a shell`);
    if (char === '\\' && /["\\$`\n]/.test(line[at + 1] ?? '')) {
      at += 1;
      if (line[at] !== '\n') text += line[at];
    } else {
      text += char;
    }
  }
  throw invalid(line, 'a double quote is not closed');
}

function invalid(line: string, why: string): UnflakeError {
  return new UnflakeError('INVALID_INPUT', `the command line \`${line}\` cannot be read: ${why}`, { line, why });
}
