import { type LanguageRule, nodes } from '../rule.ts';

export const ruby: LanguageRule = {
  fix: 'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
  find: [
    nodes({ rule: { kind: 'pair', regex: '^(?::retry[ ]*=>|retry:)[ ]*[1-9]' } }, (node) =>
      /^(?:it|specify|example|describe|context|scenario|feature|RSpec)\b/.test(node.parent()?.parent()?.text() ?? ''),
    ),
    nodes({ rule: { kind: 'simple_symbol', regex: '^:flaky$' } }, (node) =>
      /^(?:it|specify|example|describe|context|scenario|feature)\b/.test(node.parent()?.parent()?.text() ?? ''),
    ),
    nodes({ rule: { kind: 'assignment', regex: '\\.default_retry_count[ ]*=[ ]*[1-9]' } }),
    nodes({ rule: { kind: 'call', regex: '(?:^Minitest::Retry\\.use!|\\.run_with_retry)' } }, (node) =>
      /^(?:Minitest::Retry\.use!|\w+\.run_with_retry)/.test(node.text()),
    ),
  ],
};
