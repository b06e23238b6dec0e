import { calls, type LanguageRule, nodes } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
  find: [
    nodes(
      {
        rule: {
          kind: 'annotation',
          regex:
            '^@(?:[a-z.]*\\.)?(?:RetryingTest|RepeatedIfExceptionsTest|RetryTest|Retry|Flaky|FlakyTest|RerunOnFailure|RetryOnFailure|QuarantinedTest)[ ]*\\(',
        },
      },
      (node) =>
        node.parent()?.parent()?.is('method_declaration') === true ||
        node.parent()?.parent()?.is('class_declaration') === true,
    ),
    nodes({
      rule: {
        kind: 'marker_annotation',
        regex: '^@(?:[a-z.]*\\.)?(?:Retry|Flaky|FlakyTest|RetryTest|RerunOnFailure|RetryOnFailure)$',
      },
    }),
    nodes({ rule: { kind: 'element_value_pair', regex: '^retryAnalyzer[ ]*=' } }),
    calls(
      ['*.RetryRule', '*.Retry', '*.RetryTestRule', 'RetryRule', 'RetryTestRule', '*.RepeatRule'],
      ({ node, args }) =>
        node.is('object_creation_expression') &&
        args[0]?.text() !== '0' &&
        /@(?:Rule|ClassRule|RegisterExtension)\b/.test(node.parent()?.parent()?.text() ?? ''),
    ),
  ],
};
