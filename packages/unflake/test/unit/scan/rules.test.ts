/** Every rule flags its own samples and leaves its look-alikes alone; its words are there, and its id is its own. */
import { beforeAll, expect, test } from 'vitest';
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

/** The texts of those samples in which the rule finds something, or nothing. */
function textsWhere(rule: Rule, samples: readonly Sample[], wanted: 'found' | 'nothing'): readonly string[] {
  return samples.flatMap((sample) => {
    const { file, text } = sampleFile(languageOf(rule), sample);
    const scan = scanText(file, text, parse);
    expect(scan?.problems, text).toEqual([]);
    const isFound = scan!.findings.some((finding) => finding.rule === rule.id);
    return isFound === (wanted === 'found') ? [text] : [];
  });
}

test('no two rules have the same id', () => {
  const ids = RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(RULES.map((rule) => [rule.id, rule] as const))(
  '%s names a cause that exists, flags its samples, and leaves its look-alikes alone',
  (_, rule) => {
    expect(CAUSES[rule.cause.family]).toContain(rule.cause.kind);
    expect({
      missed: textsWhere(rule, rule.flags, 'nothing'),
      noisy: textsWhere(rule, rule.allows, 'found'),
    }).toEqual({ missed: [], noisy: [] });
  },
);
