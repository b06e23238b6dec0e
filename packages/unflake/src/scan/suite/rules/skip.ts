import { isOwn } from '../../semantics/shell/command.ts';
import { isSaid } from '../said.ts';
import { helperWith, testWith } from '../samples.ts';
import { callsOf } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

export const skip: SuiteRule = {
  id: 'env/skip',
  cause: { family: 'external', kind: 'environment' },
  severity: 'error',
  message: 'may skip the test, and nobody says that this is allowed',
  why: 'A skipped test counts as passed. In layers it is worse: the steps after it build on what it has not done.',
  fix: 'Let the test fail when something is missing. Where skipping is meant, say so in a comment before it: `# OK to skip: …`.',
  check: eachFile((file) =>
    isOwn('skip', file.source)
      ? []
      : callsOf(file, 'skip').map(({ node, isRun }) =>
          isRun || isSaid(node, file, /\bOK to skip:\s*\S/) ? null : { file, node },
        ),
  ),
  flags: [
    testWith('skip', 'shop open'),
    testWith('[ -e table.txt ] || skip "there is no table"', 'shop open'),
    helperWith('need_database() {', '  pg_isready || skip "no database"', '}'),
  ],
  allows: [
    testWith(
      '# OK to skip: the printer is optional, and its own suite tests it.',
      'lpstat || skip "no printer"',
      'shop print',
    ),
    testWith('lpstat || skip "no printer" # OK to skip: printers are optional', 'shop print'),
    testWith('run shop skip', 'assert_success'),
    helperWith('skip() { :; }', 'skip'),
  ],
};
