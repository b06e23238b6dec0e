import { commandsIn } from '../../semantics/shell/command.ts';
import { nearest } from '../../syntax/node.ts';
import { helperWith, testWith } from '../samples.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

export const debugToStderr: SuiteRule = {
  id: 'env/debug-to-stderr',
  cause: { family: 'external', kind: 'environment' },
  severity: 'warning',
  message: 'prints to standard error',
  why: 'BATS catches standard error: nobody sees the message while the tests run, and `run` mixes it into the output that the test looks at.',
  fix: 'Use `out`, `error` or `debug LEVEL`: they write to descriptor 3, which BATS shows at once.',
  check: eachFile((file) =>
    commandsIn(file.source.root)
      .filter(({ name, isRun }) => /^(?:echo|printf|cat)$/.test(name) && !isRun)
      .map(({ node }) => {
        const whole = nearest(node, ['redirected_statement']);
        const behind = whole?.text().slice(node.text().length) ?? '';
        return /^\s*1?>(?:&2|\s*\/dev\/stderr)/.test(behind) ? { file, node: whole } : null;
      }),
  ),
  flags: [
    testWith('echo "open" >&2', 'shop open'),
    helperWith('debug() {', '  echo "DEBUG: $*" >&2', '}'),
    helperWith('warn() {', '  printf \'%s\\n\' "$*" 1>&2', '}'),
    helperWith('warn() {', '  cat >/dev/stderr', '}'),
  ],
  allows: [
    helperWith('warn() {', '  out "$*"', '}'),
    testWith('shop open 2>&1'),
    testWith('run bash -c "echo open >&2"', 'assert_success'),
    testWith('echo "# open" >&3'),
  ],
};
