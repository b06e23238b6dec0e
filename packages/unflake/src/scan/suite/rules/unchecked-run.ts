import { commandsIn, functionsOf } from '../../semantics/shell/command.ts';
import { isSaid } from '../said.ts';
import { helperWith, testWith } from '../samples.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

/** What a test may look at after `run`, and commands that do the looking. */
const LOOKS =
  /\$\{?#?(?:status|output|lines|stderr|stderr_lines)\b|\b(?:assert|refute|check|expect|verify|validate)\w*|\bstatus\b|\boutput\b/;

export const uncheckedRun: SuiteRule = {
  id: 'env/unchecked-run',
  cause: { family: 'external', kind: 'environment' },
  severity: 'error',
  message: 'keeps the status, and nobody looks at it',
  why: '`run` never fails. A command whose status and output nobody looks at may fail for months, and the state it should have left is missing later.',
  fix: 'Follow it with `assert_success`, `assert_failure` or a look at `$status` or `$output`; or leave `run` out.',
  check: eachFile((file) => {
    if (!file.path.endsWith('.bats')) return [];
    return functionsOf(file.source).flatMap((scope) => {
      const runs = commandsIn(scope).filter(({ isRun, node }) => isRun && !/^run\s+(?:-\d|!)/.test(node.text()));
      return runs.map(({ node }, at) => {
        const from = node.end();
        const to = runs[at + 1]?.start ?? scope.end();
        const after = file.source.root.text().slice(from, to);
        return LOOKS.test(after) || isSaid(node, file, /\bOK to fail:\s*\S/) ? null : { file, node };
      });
    });
  }),
  flags: [
    testWith('run make test'),
    testWith('run make test', 'run make dist', 'assert_success'),
    testWith('run make test', 'assert_success', 'run make dist'),
  ],
  allows: [
    testWith('run make test', 'assert_success'),
    testWith('run make test', '[ "$status" -eq 0 ]'),
    testWith('run make test', '[[ $lines == ok ]]'),
    testWith('run -0 make test'),
    testWith('run ! make test'),
    testWith('# OK to fail: only its files are looked at.', 'run make test'),
    helperWith('quietly() {', '  run "$@"', '}'),
  ],
};
