import { type LanguageRule, nodesOf } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
  find: [
    nodesOf(
      'attribute',
      /^(?:[A-Za-z.]*\.)?(?:Retry|RetryFact|RetryTheory|FlakyTest|Flaky)(?:Attribute)?\b/,
      (node) =>
        /^(?:method|class)_declaration$/.test((node.parent()?.parent()?.kind() as string) ?? '') &&
        !/Retry\(\s*1\s*\)/.test(node.text()),
    ),
  ],
};
