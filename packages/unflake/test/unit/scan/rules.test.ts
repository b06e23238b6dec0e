/** Every rule flags its own samples and leaves its look-alikes alone; its words are there, and its id is its own. */
import { beforeAll, describe, expect, test } from 'vitest';
import { CAUSES } from '../../../src/contract/cause.ts';
import { RULES } from '../../../src/scan/rules/index.ts';
import type { Rule, Sample } from '../../../src/scan/rules/rule.ts';
import { sampleFile } from '../../../src/scan/rules/samples.ts';
import { scanText } from '../../../src/scan/scan-text.ts';
import type { Language } from '../../../src/scan/syntax/language.ts';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

const languageOf = ({ id }: Rule) => id.slice(0, id.indexOf('/')) as Language;

function scanned(rule: Rule, sample: Sample) {
  const { file, text } = sampleFile(languageOf(rule), sample);
  const scan = scanText(file, text, parse);
  expect(scan?.problems, text).toEqual([]);
  return scan!.findings.filter((finding) => finding.rule === rule.id);
}

test('no two rules have the same id', () => {
  const ids = RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  test('names a cause that exists', () => {
    expect(CAUSES[rule.cause.family]).toContain(rule.cause.kind);
  });

  test.each(rule.flags.map((sample) => [sampleFile(languageOf(rule), sample).text, sample] as const))(
    'flags %j',
    (_text, sample) => {
      expect(scanned(rule, sample)).not.toEqual([]);
    },
  );

  test.each(rule.allows.map((sample) => [sampleFile(languageOf(rule), sample).text, sample] as const))(
    'allows %j',
    (_text, sample) => {
      expect(scanned(rule, sample)).toEqual([]);
    },
  );
});
