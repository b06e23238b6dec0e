/** The source of the token: an environment variable or a file, never the command line, which every user of the machine can read. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UnflakeError } from '../contract/faults.ts';

export const TOKEN_VARIABLE = 'UNFLAKE_TOKEN';
/** Shorter tokens can be guessed. */
const SHORTEST = 16;

export interface TokenRequest {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Named by the user. */
  readonly file: string | null;
  /** The default file of a token, if one is needed and the user named none. */
  readonly fallbackFile: string;
  readonly needed: boolean;
}

export interface Token {
  readonly text: string;
  /** For people; never the token itself. */
  readonly from: string;
  /** True if it was created now. */
  readonly wasCreated: boolean;
  /** Set if others can read the file. */
  readonly warning: string | null;
}

export function takeToken({ env, file, fallbackFile, needed }: TokenRequest): Token | null {
  if (file !== null) return ofFile(file);
  const given = env[TOKEN_VARIABLE];
  if (given !== undefined && given !== '') {
    return {
      text: longEnough(given, TOKEN_VARIABLE),
      from: `the variable ${TOKEN_VARIABLE}`,
      wasCreated: false,
      warning: null,
    };
  }
  return needed ? ofFile(fallbackFile) : null;
}

function ofFile(path: string): Token {
  if (!existsSync(path)) return { text: makeIn(path), from: path, wasCreated: true, warning: null };
  const readableByOthers = (statSync(path).mode & 0o077) !== 0;
  return {
    text: longEnough(readFileSync(path, 'utf8').trim(), path),
    from: path,
    wasCreated: false,
    warning: readableByOthers ? `other users can read ${path}; run: chmod 600 ${path}` : null,
  };
}

function makeIn(path: string): string {
  // unflake-allow unseeded-random: a token must not be guessable
  const text = randomBytes(32).toString('base64url');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx' });
  return text;
}

function longEnough(text: string, from: string): string {
  if (/^\S+$/.test(text) && text.length >= SHORTEST) return text;
  const expected = `at least ${SHORTEST} characters without a space`;
  throw new UnflakeError('INVALID_INPUT', `the token of ${from} is too weak; expected ${expected}`, {
    problems: [{ field: 'tokenFile', value: null, expected }],
  });
}
