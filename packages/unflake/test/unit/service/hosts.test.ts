import { describe, expect, test } from 'vitest';
import { checkHost, type HostRules, isLoopback, namedOrigin } from '../../../src/service/hosts.ts';

const LOOPBACK: HostRules = { listening: 'loopback', names: ['lab.internal'], origins: ['http://localhost:6274'] };
const BEYOND: HostRules = { ...LOOPBACK, listening: 'beyond' };

const check = (headers: Readonly<Record<string, string>>, rules = LOOPBACK) => {
  try {
    checkHost((name) => headers[name], rules);
    return 'let in';
  } catch (error) {
    return (error as { code: string; details: { header: string } }).details.header;
  }
};

describe('the host', () => {
  test.each([
    'localhost:7878',
    '127.0.0.1:7878',
    '127.8.9.1',
    '[::1]:7878',
    'LOCALHOST',
    'localhost.',
    'lab.internal:80',
  ])('%s is ours on the loopback', (host) => expect(check({ host })).toBe('let in'));

  test.each([
    'rebound.example',
    'rebound.example:7878',
    '127.0.0.1.rebound.example',
    'localhost.rebound.example',
    '127.0.0.1@rebound.example',
    '192.168.0.7:7878',
    '[2001:db8::1]',
    '',
    'localhost:7878:1',
    'localhost/x',
  ])('%j is not ours on the loopback', (host) => expect(check({ host })).toBe('host'));

  test('none at all is not ours', () => expect(check({})).toBe('host'));

  test.each(['192.168.0.7:7878', '[2001:db8::1]:7878'])('beyond the loopback the address %s is ours', (host) =>
    expect(check({ host }, BEYOND)).toBe('let in'),
  );

  test('outside the loopback a name that was not configured is still not ours', () =>
    expect(check({ host: 'rebound.example' }, BEYOND)).toBe('host'));
});

describe('the origin', () => {
  const host = 'localhost:7878';

  test.each(['http://localhost:7878', 'https://localhost:7878', 'http://localhost:6274', 'HTTP://LOCALHOST:6274'])(
    '%s may call',
    (origin) => expect(check({ host, origin })).toBe('let in'),
  );

  test.each([
    'http://evil.example',
    'null',
    'http://localhost:3000',
    'http://127.0.0.1:7878',
    'http://localhost:7878.evil',
  ])('%s may not', (origin) => expect(check({ host, origin })).toBe('origin'));

  test.each(['cross-site', 'same-site'])(
    'an image or a link of a page that is %s may not, though it has no origin',
    (site) => expect(check({ host, 'sec-fetch-site': site })).toBe('sec-fetch-site'),
  );

  test.each(['same-origin', 'none'])('what the browser calls %s may', (site) =>
    expect(check({ host, 'sec-fetch-site': site })).toBe('let in'),
  );

  test('only a configured origin is named in the response', () => {
    const named = (origin: string) => namedOrigin((name) => ({ host, origin })[name as 'host'], LOOPBACK);
    expect(named('http://localhost:6274')).toBe('http://localhost:6274');
    expect(named('http://localhost:7878')).toBeNull();
  });
});

test('which addresses are on the loopback', () => {
  expect(['localhost', '127.0.0.1', '127.1.2.3', '::1'].map(isLoopback)).toEqual([true, true, true, true]);
  expect(['0.0.0.0', '::', '10.0.0.1', 'lab.internal', '1127.0.0.1'].map(isLoopback)).toEqual(Array(5).fill(false));
});
