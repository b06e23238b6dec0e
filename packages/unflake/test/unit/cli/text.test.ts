import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrap } from '../../../src/cli/printers/diagnosis-text.ts';
import { block, code, codeCell, escaped } from '../../../src/cli/text/markdown.ts';
import { about, duration } from '../../../src/text/duration.ts';
import { group, plural } from '../../../src/text/plural.ts';
import { percent, rateInterval, rateText } from '../../../src/text/rate.ts';
import { shortName } from '../../../src/text/short-name.ts';
import { shorten, visible } from '../../../src/text/shorten.ts';

test('durations read as people say them', () => {
  expect([0, 0.46, 9.97, 640, 4_100, 59_940, 59_960, 125_000, 3_600_000, 7_500_000].map(duration)).toEqual([
    '0 ms',
    '0.5 ms',
    '10 ms',
    '640 ms',
    '4.1 s',
    '59.9 s',
    '1 min 00 s',
    '2 min 05 s',
    '1 h 00 min',
    '2 h 05 min',
  ]);
  expect([200, 3_700, 61_400].map(about)).toEqual(['1 s', '4 s', '1 min 01 s']);
});

test('counts carry their word', () => {
  expect([plural(1, 'trial'), plural(0, 'trial'), plural(2, 'entry', 'entries'), group(1_234_567)]).toEqual([
    '1 trial',
    '0 trials',
    '2 entries',
    '1,234,567',
  ]);
});

test('the interval of a rate agrees with the published Wilson values', () => {
  // 0/20, 5/10 and 20/20 as in tables of the score interval.
  const rounded = ({ low, high }: { low: number; high: number }) => [low.toFixed(4), high.toFixed(4)];
  expect(rounded(rateInterval({ failures: 0, runs: 20 })!)).toEqual(['0.0000', '0.1611']);
  expect(rounded(rateInterval({ failures: 5, runs: 10 })!)).toEqual(['0.2366', '0.7634']);
  expect(rounded(rateInterval({ failures: 20, runs: 20 })!)).toEqual(['0.8389', '1.0000']);
  expect(rateInterval({ failures: 0, runs: 0 })).toBeNull();
  expect(rateText({ failures: 0, runs: 0 })).toBe('–');
});

test('an interval always holds the rate itself', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (failures, passes) => {
      fc.pre(failures + passes > 0);
      const { low, high } = rateInterval({ failures, runs: failures + passes })!;
      const rate = failures / (failures + passes);
      expect(low).toBeLessThanOrEqual(rate);
      expect(high).toBeGreaterThanOrEqual(rate);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
    }),
  );
});

test('a share that is only near 0 or 100 per cent is not called so', () => {
  expect([0, 0.0002, 0.004, 0.15, 0.5, 0.998, 0.9999, 1].map(percent)).toEqual([
    '0 %',
    '< 0.1 %',
    '0.4 %',
    '15 %',
    '50 %',
    '99.8 %',
    '> 99.9 %',
    '100 %',
  ]);
});

test('the short name is the last part of an id', () => {
  expect(['a/b.py::TestX::test_y[1-2]', 'a.test.ts > outer > adds > one', 'make check', 'x::'].map(shortName)).toEqual([
    'test_y[1-2]',
    'one',
    'make check',
    'x::',
  ]);
});

test('shortened text fits, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
      expect([...shorten(text, columns)].length).toBeLessThanOrEqual(columns);
    }),
  );
  expect(visible('a\u001b[1mb\nc\u202e')).toBe('a\\e[1mb\\nc\\u202e');
});

test('wrapping breaks at spaces and never inside a word', () => {
  expect(wrap('one two  three /a/very/long/path four', 9)).toEqual(['one two', 'three', '/a/very/long/path', 'four']);
  expect(wrap('', 9)).toEqual([]);
});

test('data cannot become Markdown', () => {
  expect(escaped('a*b <b>|x_y _z_ [l](u) `c`')).toBe('a\\*b &lt;b\\>\\|x_y \\_z\\_ \\[l\\](u) \\`c\\`');
  expect(code('a`b``c')).toBe('```a`b``c```');
  expect(code('`x')).toBe('`` `x ``');
  expect(codeCell('a|b')).toBe('`a\\|b`');
  expect(block('x\n```\ny')).toBe('````\nx\n```\ny\n````');
});
