import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';

export const hiddenRetry = ruleOf('ruby', 'hidden-retry', {
  message: 'runs a failing test again until it passes',
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
  flags: [
    'it "adds", retry: 3 do\n  expect(1).to eq(1)\nend\n',
    'it "adds", :flaky do\n  expect(1).to eq(1)\nend\n',
    'RSpec.configure { |config| config.default_retry_count = 2 }\n',
    'Minitest::Retry.use!\n',
  ],
  allows: [
    'it "retries", :slow do\n  expect(client.get(retry: 3)).to be_ok\nend\n',
    'it "asks again" do\n  expect(Job.new(retry: 5).retry).to eq(5)\nend\n',
    'expect(tags).to include(:flaky)\n',
    'begin\n  go\nrescue Busy\n  retry\nend\n',
  ],
});
