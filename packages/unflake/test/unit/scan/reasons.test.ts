/** The text of a file is asked first; that must never hide what a look at everything finds. */
import { beforeAll, describe, expect, test } from 'vitest';
import { samplesOf } from '../../../../../fixtures/scan-samples.mjs';
import { DIALECTS } from '../../../src/scan/facts/dialects.ts';
import { SourceFile } from '../../../src/scan/facts/source-file.ts';
import { matchRules } from '../../../src/scan/match-rules.ts';
import { type Reasons, reasonsIn } from '../../../src/scan/reasons.ts';
import { type RuleSet, ruleSet } from '../../../src/scan/rule-set.ts';
import { RULES } from '../../../src/scan/rules/index.ts';
import { scanText } from '../../../src/scan/scan-text.ts';
import { LANGUAGES, readingOf } from '../../../src/scan/syntax/language.ts';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';
import { prepared } from '../../../src/scan/syntax/prepare.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

const everything = ({ table, odd, byKind }: RuleSet): Reasons => ({
  lasts: new Set([...table.words, ...odd]),
  byKind,
  isNone: false,
});

describe.each(LANGUAGES)('%s', (language) => {
  const own = RULES.filter(({ id }) => id.startsWith(`${language}/`));
  const samples = own.flatMap(({ id }) => samplesOf(id));

  test.each(['anywhere', 'tests'] as const)('rules for %s find the same in every sample', (where) => {
    const set = ruleSet(
      DIALECTS[language],
      own.filter((rule) => where === 'tests' || rule.where === 'anywhere'),
    );
    for (const { file: path, text } of samples) {
      const readable = prepared(path, text);
      const found = (reasons: Reasons) => {
        const file = new SourceFile(path, text, parse(readingOf(path)!.grammar, readable), DIALECTS[language]);
        return matchRules(file, set, reasons).hits.map(({ rule, node }) => `${rule.id} ${node.start()}`);
      };
      const asked = reasonsIn(readable, set);
      const all = found(everything(set));
      expect(found(asked), text).toEqual(all);
      if (asked.isNone) expect(all, text).toEqual([]);
    }
  });
});

test('a file that gives no reason is still read for what the parser does not understand', () => {
  expect(scanText('src/a.py', 'x = 1\n', parse)).toEqual({ findings: [], problems: [], oldNames: [] });
  expect(scanText('src/a.py', 'x = 1\n)\n', parse)?.problems).toEqual([
    { file: 'src/a.py', why: 'the syntax is not understood from line 2 on' },
  ]);
});

test('a file that gives no reason is still read for what is allowed without one', () => {
  const { findings } = scanText('src/a.py', 'x = 1  # unflake-allow wall-clock\n', parse)!;
  expect(findings.map(({ rule }) => rule)).toEqual(['unflake/allowed-without-reason']);
});
