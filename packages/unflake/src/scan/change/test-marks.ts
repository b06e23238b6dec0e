/** The places in a test that a change may use to hide a failure: assertions, sleeps, time limits, skips, and marks of a quarantine. */
import type { Hiding } from '../../contract/verification.ts';

export interface TestMark {
  readonly kind: Hiding;
  /** Within the test, from 0. */
  readonly line: number;
  readonly code: string;
  /** The number that is given, or 1. */
  readonly amount: number;
}

const MAX_CODE = 160;

/** By words, because each language and each library has its own calls; what stands in texts and comments is taken out first. */
const WORDS: readonly (readonly [Hiding, RegExp])[] = [
  [
    'assertion-removed',
    /\b(?:assert\w*[!.]?|expect\w*|should|refute\w*|verify\w*|must_\w+|t\.(?:Error|Fatal|Fail)\w*|require\.[A-Z]\w*|EXPECT_\w+|ASSERT_\w+|REQUIRE|CHECK)(?=\s*[(.\s])/,
  ],
  [
    'test-skipped',
    /\b(?:skip(?:If|Unless|Test|Now|f)?|xfail|xit|xtest|xspecify|xdescribe|todo|pending|markTestSkipped|markTestIncomplete|Skip(?:Now|f)?)\b(?=\s*[(.,:=]|\s*$)|@(?:Disabled|Ignore)\b|#\[ignore|\[Ignore|^\s*@(?:pytest\.mark\.|unittest\.)?skip/,
  ],
  ['quarantined', /\bquarantine\w*|@(?:\w+\.)*flaky\b|\bFlaky\w*\b/i],
  [
    'sleep-added',
    /\b(?:sleep\w*|usleep|nanosleep|delay|waitForTimeout|wait_for_timeout|setTimeout|pause|parkNanos)\s*[(!]|\.Sleep\s*\(|^\s*sleep\s+[\d.$]/,
  ],
  ['timeout-raised', /\b\w*(?:time_?out|time_?limit|deadline|patience)\w*\b/i],
];

export function marksOf(test: string): readonly TestMark[] {
  return test.split('\n').flatMap((line, at) => {
    const code = withoutTexts(line);
    return WORDS.flatMap(([kind, words]): readonly TestMark[] => {
      const found = words.exec(code);
      if (found === null) return [];
      const amount = amountAfter(code, found.index + found[0].length);
      // A time limit without a number is a name.
      if (kind === 'timeout-raised' && amount === null) return [];
      return [{ kind, line: at, code: line.trim().slice(0, MAX_CODE), amount: amount ?? 1 }];
    });
  });
}

const withoutTexts = (line: string): string =>
  line
    .replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/g, '""')
    .replace(/(?:^|\s)(?:\/\/|#(?!\[)).*$/, '');

/** `at`: where the word ends. Its own argument, else what comes after it, else what the line has: `brew(90).result(timeout=0.3)` gives 0.3. */
function amountAfter(code: string, at: number): number | null {
  const rest = code.slice(at);
  return numberIn(/^[^,);]*/.exec(rest)![0]) ?? numberIn(rest) ?? numberIn(code);
}

/** The largest one. */
function numberIn(code: string): number | null {
  const numbers = [...code.matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?/g)].map(([digits]) =>
    Number(digits.replaceAll('_', '')),
  );
  return numbers.length === 0 ? null : Math.max(...numbers);
}
