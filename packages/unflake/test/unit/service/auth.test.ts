import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokenCheck } from '../../../src/service/auth.ts';
import { takeToken } from '../../../src/service/auth-token.ts';

const TOKEN = 'a-token-of-some-length';

describe('sending the token', () => {
  const shown = (authorization?: string, token: string | null = TOKEN) => {
    try {
      tokenCheck(token)((name) => (name === 'authorization' ? authorization : undefined));
      return 'let in';
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('the right one is accepted, whatever the case of the scheme', () => {
    expect([shown(`Bearer ${TOKEN}`), shown(`bearer  ${TOKEN}`)]).toEqual(['let in', 'let in']);
  });

  test.each([undefined, '', TOKEN, `Basic ${TOKEN}`, 'Bearer '])('%j shows none', (header) =>
    expect(shown(header)).toBe('no token was sent'),
  );

  test.each([`${TOKEN}x`, TOKEN.slice(1), TOKEN.toUpperCase(), 'x'])('%j is wrong, and is not repeated', (text) => {
    expect(shown(`Bearer ${text}`)).toBe('the token is wrong');
  });

  test('without a token everybody is accepted', () => expect(shown(undefined, null)).toBe('let in'));
});

describe('the source of the token', () => {
  let place: string;
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'unflake-token-'));
  });
  afterEach(() => rmSync(place, { recursive: true }));
  const take = (change: Partial<Parameters<typeof takeToken>[0]> = {}) =>
    takeToken({ env: {}, file: null, fallbackFile: join(place, 'deep', 'token'), needed: false, ...change });

  test('none is required on the loopback', () => expect(take()).toBeNull());

  test('a variable, also if none is required', () => {
    expect(take({ env: { UNFLAKE_TOKEN: TOKEN } })).toMatchObject({ text: TOKEN, wasCreated: false });
  });

  test('a file wins over the variable', () => {
    const file = join(place, 'mine');
    writeFileSync(file, 'the-token-of-the-file\n', { mode: 0o600 });
    expect(take({ file, env: { UNFLAKE_TOKEN: TOKEN } })).toEqual({
      text: 'the-token-of-the-file',
      from: file,
      wasCreated: false,
      warning: null,
    });
  });

  test('one is created if required and missing, for its owner only, and is the same the next time', () => {
    const wasCreated = take({ needed: true });
    expect(wasCreated).toMatchObject({ wasCreated: true, from: join(place, 'deep', 'token') });
    expect(wasCreated!.text).toMatch(/^[\w-]{43}$/);
    expect(statSync(wasCreated!.from).mode & 0o777).toBe(0o600);
    expect(readFileSync(wasCreated!.from, 'utf8').trim()).toBe(wasCreated!.text);
    expect(take({ needed: true })).toEqual({ ...wasCreated, wasCreated: false });
  });

  test('a file that others can read causes a warning', () => {
    const file = join(place, 'open');
    writeFileSync(file, TOKEN);
    chmodSync(file, 0o644);
    expect(take({ file })?.warning).toContain(`chmod 600 ${file}`);
  });

  test.each(['short', '', 'with a space in the middle'])(
    '%j is too weak, and the message does not repeat it',
    (text) => {
      const file = join(place, 'weak');
      writeFileSync(file, text, { mode: 0o600 });
      expect(() => take({ file })).toThrow(
        `the token of ${file} is too weak; expected at least 16 characters without a space`,
      );
    },
  );
});
