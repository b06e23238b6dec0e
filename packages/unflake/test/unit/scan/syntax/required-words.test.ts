import { describe, expect, test } from 'vitest';
import { samplesOf } from '../../../../../../fixtures/scan-samples.mjs';
import { RULES } from '../../../../src/scan/rules/index.ts';
import { LANGUAGES } from '../../../../src/scan/syntax/language.ts';
import { isFoundIn, requiredWords } from '../../../../src/scan/syntax/required-words.ts';

describe('the words that a pattern needs', () => {
  test.each([
    [/\btime\.sleep\b/, ['time.sleep']],
    [/^(?:retry|rerun)\b|@flaky/, ['retry', 'rerun', '@flaky']],
    [/ab?c+d/, ['a']],
    [/x(?:long|longer)y/, ['long', 'longer']],
    [/(?:maybe)?sure{2}/, ['sure']],
    [/colou?r/, ['colo']],
    [/(?=ahead)seen(?<!behind)/, ['seen']],
    [/(?<year>20)\d\d/, ['20']],
    [/\(\.\*\)/, ['(.*)']],
  ])('of %s', (pattern, words) => {
    expect(requiredWords(pattern)).toEqual(words);
  });

  test.each([/[abc]+/, /\d{2,5}/, /sleep|\d/, /(?:sleep)?/, /SLEEP/i, /\u0041b/, /(?:sleep){0,2}/, /a*/])(
    'are none in %s',
    (pattern) => {
      expect(requiredWords(pattern)).toBeNull();
    },
  );
});

test.each(LANGUAGES)(
  'in every sample of %s a pattern is found by its words exactly where it is found without',
  (language) => {
    const rules = RULES.filter(({ id }) => id.startsWith(`${language}/`));
    const texts = rules.flatMap(({ id }) => samplesOf(id).map(({ text }) => text));
    const patterns = rules.flatMap(({ find }) =>
      find.flatMap((one) => {
        if ('calls' in one) return [];
        const { regex } = (one.nodes as { rule: { regex?: string } }).rule;
        return [
          ...(one.hint === undefined ? [] : [one.hint]),
          ...(regex === undefined ? [] : [new RegExp(regex, 'm')]),
        ];
      }),
    );
    expect(patterns.length).toBeGreaterThan(0);
    for (const pattern of patterns) {
      const isIn = isFoundIn(pattern);
      const differing = texts.filter((text) => isIn(text) !== pattern.test(text));
      expect(differing, String(pattern)).toEqual([]);
    }
  },
);
