/** Every rule flags exactly the labelled lines of its samples; its cause exists, and its id is its own. */
import { beforeAll, expect, test } from 'vitest';
import { readSamples, sampledRules, samplesOf } from '../../../../../fixtures/scan-samples.mjs';
import { CAUSES } from '../../../src/contract/cause.ts';
import { RULES } from '../../../src/scan/rules/index.ts';
import { scanText } from '../../../src/scan/scan-text.ts';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';

/** A rule with fewer says too little about what it leaves alone. */
const MIN_SAMPLES = 2;

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

/** What the rule flags in a sample, written as labels are. */
function flagged(id: string, { file, text }: { readonly file: string; readonly text: string }) {
  const scan = scanText(file, text, parse);
  expect(scan?.problems, text).toEqual([]);
  const lines = scan!.findings.filter(({ rule }) => rule === id).map(({ line }) => line);
  return [...new Set(lines)].map((line) => ({ line, kind: id.slice(id.indexOf('/') + 1) }));
}

test('no two rules have the same id', () => {
  const ids = RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('samples are of rules that exist', () => {
  const ids: readonly string[] = RULES.map(({ id }) => id);
  expect(sampledRules().filter((id) => !ids.includes(id))).toEqual([]);
});

test('a label is taken off before its sample is scanned, and its line is kept', () => {
  const [one, two, ...more] = readSamples('# --- a.py\nx = 1\ny = f()  # expect: wall-clock\n\n# --- b.py\nz = 2\n');
  expect(one).toEqual({ file: 'a.py', text: 'x = 1\ny = f()\n', expected: [{ line: 2, kind: 'wall-clock' }] });
  expect(two).toEqual({ file: 'b.py', text: 'z = 2\n', expected: [] });
  expect(more).toEqual([]);
});

test.each(RULES.map((rule) => [rule.id, rule] as const))(
  '%s flags the labelled lines and no others',
  (id, { cause }) => {
    if (cause !== null) expect(CAUSES[cause.family]).toContain(cause.kind);
    const samples = samplesOf(id);
    expect(samples.filter(({ expected }) => expected.length > 0).length).toBeGreaterThanOrEqual(MIN_SAMPLES);
    expect(samples.filter(({ expected }) => expected.length === 0).length).toBeGreaterThanOrEqual(MIN_SAMPLES);
    for (const sample of samples) expect(flagged(id, sample), sample.text).toEqual(sample.expected);
  },
);
