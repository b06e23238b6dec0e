import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
  find: [
    nodesOf(
      'annotation',
      /^@(?:[a-z.]*\.)?(?:RetryingTest|RepeatedIfExceptionsTest|RetryTest|Retry|Flaky|FlakyTest|RerunOnFailure|RetryOnFailure|QuarantinedTest)[ ]*\(/,
      (node) =>
        node.parent()?.parent()?.is('method_declaration') === true ||
        node.parent()?.parent()?.is('class_declaration') === true,
    ),
    nodesOf('marker_annotation', /^@(?:[a-z.]*\.)?(?:Retry|Flaky|FlakyTest|RetryTest|RerunOnFailure|RetryOnFailure)$/),
    nodesOf('element_value_pair', /^retryAnalyzer[ ]*=/),
    calls(
      '*.RetryRule *.Retry *.RetryTestRule RetryRule RetryTestRule *.RepeatRule',
      ({ node, args }) =>
        node.is('object_creation_expression') &&
        args[0]?.text() !== '0' &&
        /@(?:Rule|ClassRule|RegisterExtension)\b/.test(node.parent()?.parent()?.text() ?? ''),
    ),
  ],
};
