import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  durations,
  ids,
  normalise,
  normaliseText,
  paths,
  ports,
  replacing,
  stacks,
  times,
} from '../../src/normalise.ts';
import { holds } from '../properties.ts';

describe('paths', () => {
  const repo = paths({ '<HOME>': '/home/ann', '<REPO>': '/home/ann/repo' });

  test.each([
    ['/home/ann/repo', '<REPO>'],
    ['/home/ann/repo/src/a.ts', '<REPO>/src/a.ts'],
    ['at /home/ann/repo/src/a.ts:10:3 and /home/ann/notes', 'at <REPO>/src/a.ts:10:3 and <HOME>/notes'],
    ['file:///home/ann/repo/a.ts', '<REPO>/a.ts'],
    ['/home/ann/repository/x', '<HOME>/repository/x'],
    ['/home/anna/x', '/home/anna/x'],
    ['nothing here', 'nothing here'],
  ])('%s becomes %s', (text, expected) => {
    expect(normaliseText(text, repo)).toBe(expected);
  });

  test('with the other kind of slash become the same', () => {
    const windows = paths({ '<REPO>': 'C:\\work\\repo' });
    expect(normaliseText('C:\\work\\repo\\src\\a.ts', windows)).toBe('<REPO>/src/a.ts');
    expect(normaliseText('"C:\\\\work\\\\repo\\\\src\\\\a.ts"', windows)).toBe('"<REPO>/src/a.ts"');
    expect(normaliseText('C:/work/repo/src/a.ts', windows)).toBe('<REPO>/src/a.ts');
    expect(normaliseText('a\\b stays', windows)).toBe('a\\b stays');
  });

  test('with characters that mean something in a pattern are taken literally', () => {
    expect(normaliseText('/a+b (c)/x /aab (c)/x', paths({ '<P>': '/a+b (c)' }))).toBe('<P>/x /aab (c)/x');
  });

  test('that are nearly empty are refused', () => {
    expect(() => paths({ '<ROOT>': '/' })).toThrow("the path for <ROOT> is too short to be replaced safely: '/'");
  });
});

describe('times and durations', () => {
  test.each([
    ['at 2026-01-13T10:00:01.123Z', 'at <TIME>'],
    ['2026-01-13 10:00:01+02:00 start', '<TIME> start'],
    ['10:00:01.5 start', '<TIME> start'],
    ['version 2026-01-13', 'version 2026-01-13'],
    ['line 10:20', 'line 10:20'],
  ])('%s becomes %s', (text, expected) => {
    expect(normaliseText(text, times())).toBe(expected);
  });

  test.each([
    ['took 12 ms', 'took <DURATION>'],
    ['in 1.5s, then 3 minutes', 'in <DURATION>, then <DURATION>'],
    ['5 seats', '5 seats'],
    ['12 msgs', '12 msgs'],
  ])('%s becomes %s', (text, expected) => {
    expect(normaliseText(text, durations())).toBe(expected);
  });

  test('keep the width of a column when asked to', () => {
    const keep = { width: 'keep' } as const;
    expect(normaliseText('| 1234.567 seconds |', durations(keep))).toBe('| <DURATION>······ |');
    expect(normaliseText('| 5 ms |', durations(keep))).toBe('| <DUR |');
  });
});

describe('ids, ports and stacks', () => {
  const one = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const two = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

  test('equal ids stay equal, and different ones different, across a whole value', () => {
    expect(normalise({ first: one, list: [two, `about ${one}`] }, ids())).toEqual({
      first: '<ID-1>',
      list: ['<ID-2>', 'about <ID-1>'],
    });
    expect(normaliseText('commit 0123456789abcdef0123456789abcdef01234567, cafe', ids())).toBe('commit <ID-1>, cafe');
    expect(normaliseText('c-7f3k2m and c-aaaaaa', ids(/\bc-[a-z\d]{6}\b/g))).toBe('<ID-1> and <ID-2>');
  });

  test('ports of addresses are removed, and lines of files stay', () => {
    expect(normaliseText('http://example.org:8080/x 127.0.0.1:40123 [::1]:99 localhost:1 a.ts:123', ports())).toBe(
      'http://example.org:<PORT>/x 127.0.0.1:<PORT> [::1]:<PORT> localhost:<PORT> a.ts:123',
    );
  });

  test('stacks keep functions and files, and lose positions and the runtime’s frames', () => {
    const stack = [
      'Error: boom',
      '    at add (/repo/src/a.ts:10:3)',
      '    at /repo/src/b.ts:2:1',
      '    at process.processTicks (node:internal/process/task_queues:95:5)',
      '    at node:internal/main:1:1',
    ].join('\n');
    expect(normaliseText(stack, stacks())).toBe(
      'Error: boom\n    at add (/repo/src/a.ts:<LINE>)\n    at /repo/src/b.ts:<LINE>\n',
    );
  });

  test('a pattern without the flag g is refused', () => {
    expect(() => replacing(/x/, 'y')).toThrow('the pattern /x/ needs the flag g, to replace every match');
    expect(() => ids(/x/)).toThrow('needs the flag g');
  });
});

describe('normalise', () => {
  const anything = fc.letrec((tie) => ({
    value: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('record')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    record: fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  })).value;

  test('changes texts and keys, at any depth, and leaves the argument alone', () => {
    const value = { '/r/x/a': [{ deep: '/r/x/b' }], date: new Date(0), n: 1, u: undefined };
    const before = structuredClone(value);
    expect(normalise(value, paths({ '<R>': '/r/x' }))).toEqual({
      '<R>/a': [{ deep: '<R>/b' }],
      date: new Date(0),
      n: 1,
    });
    expect(value).toEqual(before);
  });

  test('never touches ok, error.code and error.message, whatever they are', () => {
    const everything = replacing(/./gs, '?');
    holds(
      fc.property(anything, anything, anything, (ok, code, message) => {
        const value = normalise({ ok, error: { code, message, hint: 'abc' } }, everything);
        expect(value).toEqual({ ok, error: { code, message, '????': '???' } });
      }),
    );
    expect(
      normalise(
        { ok: 'abc', error: { code: 'abc', message: 'abc', hint: 'abc' }, x: { ok: 'abc' } },
        replacing(/abc/g, '-'),
      ),
    ).toEqual({ ok: 'abc', error: { code: 'abc', message: 'abc', hint: '-' }, x: { ok: '-' } });
  });

  test('does nothing without normalisers', () => {
    holds(fc.property(anything, (value) => void expect(normalise(value)).toEqual(value)));
  });
});
