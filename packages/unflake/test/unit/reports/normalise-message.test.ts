import { describe, expect, test } from 'vitest';
import { normaliseMessage } from '../../../src/reports/normalise-message.ts';

describe('a normalised message', () => {
  test.each([
    ['numbers', 'took 1.5e3 ms, not -20', 'took <n> ms, not <n>'],
    ['durations that stick to their unit', 'timed out after 50ms', 'timed out after <n>ms'],
    ['uuids', 'no user 6f9619ff-8b86-d011-b42d-00cf4fc964ff', 'no user <uuid>'],
    ['addresses', '<Foo object at 0x7f3a2c>', '<Foo object at <hex>>'],
    ['hashes', 'commit 9fceb02d0ae598e95dc970b74767f19372d61af8', 'commit <hex>'],
    ['times', 'at 2026-11-15T03:05:43.120Z', 'at <time>'],
    ['temporary places', "no file '/tmp/pytest-of-me/x/a.txt'", "no file '<tmp>'"],
    ['the project itself', 'cannot read /home/me/shop/data/a.json', 'cannot read data/a.json'],
    ['other places', 'cannot read /usr/share/zone/Paris', 'cannot read <path>/Paris'],
    ['colours', '\u001b[31mred\u001b[39m', 'red'],
  ])('leaves out %s', (_what, message, expected) => {
    expect(normaliseMessage(message, '/home/me/shop')).toBe(expected);
  });

  test('keeps ordinary words, also those made of the letters of hexadecimal digits', () => {
    expect(normaliseMessage('defaced facade: added dead feed', '/r')).toBe('defaced facade: added dead feed');
  });

  test('is bounded', () => {
    expect(normaliseMessage('word '.repeat(10_000), '/r').length).toBeLessThanOrEqual(600);
    expect(normaliseMessage('line\n'.repeat(100), '/r').split('\n')).toHaveLength(8);
  });
});
