import { type LanguageRule, nodesOf } from '../rule.ts';

export const ruby: LanguageRule = {
  fix: 'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
  find: [
    nodesOf('pair', /^(?::retry[ ]*=>|retry:)[ ]*[1-9]/, (node) =>
      /^(?:it|specify|example|describe|context|scenario|feature|RSpec)\b/.test(node.parent()?.parent()?.text() ?? ''),
    ),
    nodesOf('simple_symbol', /^:flaky$/, (node) =>
      /^(?:it|specify|example|describe|context|scenario|feature)\b/.test(node.parent()?.parent()?.text() ?? ''),
    ),
    nodesOf('assignment', /\.default_retry_count[ ]*=[ ]*[1-9]/),
    nodesOf('call', /(?:^Minitest::Retry\.use!|\.run_with_retry)/, (node) =>
      /^(?:Minitest::Retry\.use!|\w+\.run_with_retry)/.test(node.text()),
    ),
  ],
};
