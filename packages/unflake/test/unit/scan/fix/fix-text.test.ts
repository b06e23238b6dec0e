/** Rewrites: what they make of code, that the finding is gone and nothing new came, that a second time changes nothing. */
import { beforeAll, describe, expect, test } from 'vitest';
import { fixText } from '../../../../src/scan/fix/fix-text.ts';
import { REWRITES } from '../../../../src/scan/fix/rewrites/index.ts';
import { scanText } from '../../../../src/scan/scan-text.ts';
import { loadParser, type Parse } from '../../../../src/scan/syntax/parser.ts';
import { FIXED, LEFT } from './samples.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

const rulesIn = (path: string, text: string) => scanText(path, text, parse)!.findings.map(({ rule }) => rule);
const fix = (rule: string, path: string, text: string, elsewhere = (_word: string) => false) =>
  fixText({ path, text, parse, wanted: (finding) => finding.rule === rule, elsewhere });

test('every rewrite has a sample, and there are enough of them', () => {
  const sampled = new Set(FIXED.map(({ rule }) => rule));
  expect([...REWRITES.keys()].filter((rule) => !sampled.has(rule))).toEqual([]);
  expect(REWRITES.size).toBeGreaterThanOrEqual(8);
});

describe.each(FIXED.map((sample) => [sample.rule, sample] as const))('%s', (rule, { file, before, after }) => {
  test('is rewritten, and says what it did', () => {
    const { text, fixed, left } = fix(rule, file, before);
    expect(text).toBe(after);
    expect(left).toEqual([]);
    expect(fixed.map((one) => one.does)).toEqual(fixed.map(() => REWRITES.get(rule)!.does));
    expect(fixed.length).toBeGreaterThan(0);
  });

  test('the finding is gone, nothing new is found, and what came out parses', () => {
    const then = rulesIn(file, before);
    const now = scanText(file, after, parse)!;
    expect(then).toContain(rule);
    expect(now.findings.map((one) => one.rule)).not.toContain(rule);
    expect(now.findings.length).toBeLessThan(then.length);
    expect(now.problems).toEqual([]);
  });

  test('a second time changes nothing', () => {
    expect(fix(rule, file, after)).toEqual({ text: after, fixed: [], left: [] });
  });

  test('line breaks stay what they are', () => {
    const { text } = fix(rule, file, before.replaceAll('\n', '\r\n'));
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });
});

test.each(LEFT.map((sample) => [sample.rule, sample.why, sample] as const))(
  '%s is left alone: %s',
  (rule, _, sample) => {
    expect(rulesIn(sample.file, sample.text)).toContain(rule);
    const { text, fixed, left } = fix(rule, sample.file, sample.text);
    expect(text).toBe(sample.text);
    expect(fixed).toEqual([]);
    expect(left).toMatchObject([{ rule }]);
  },
);

test('a port that another file has too is left alone', () => {
  const { file, before } = FIXED.find(({ rule }) => rule === 'go/fixed-port')!;
  expect(fix('go/fixed-port', file, before, (word) => word === '8080').text).toBe(before);
});

test('a file that does not parse is left alone', () => {
  const { file, before } = FIXED.find(({ rule }) => rule === 'python/directory-order')!;
  const broken = `${before}\ndef (:\n`;
  expect(fix('python/directory-order', file, broken)).toEqual({ text: broken, fixed: [], left: [] });
});

test('what a comment allows is left alone', () => {
  const { file, before } = FIXED.find(({ rule }) => rule === 'python/unseeded-random')!;
  const allowed = before.replace(
    'random.Random()',
    'random.Random()  # unflake-allow unseeded-random: it is about dice',
  );
  expect(fix('python/unseeded-random', file, allowed).text).toBe(allowed);
});
