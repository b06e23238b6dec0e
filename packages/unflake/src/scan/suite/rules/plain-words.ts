import { literal } from '../../syntax/node.ts';
import { independent, sequential } from '../samples.ts';
import { declarationOf } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

export const plainWords: SuiteRule = {
  id: 'env/plain-words',
  cause: { family: 'ordering', kind: 'brittle' },
  severity: 'error',
  message: 'is not known before the file is run',
  why: 'Names and prerequisites are read from the file without running it: what a variable holds is not known then, and the step is left out of the order.',
  fix: 'Write names and prerequisites out, as plain words.',
  check: eachFile((file) =>
    (declarationOf(file)?.call.args ?? []).map((node) => (literal(node) === null ? { file, node } : null)),
  ),
  flags: [
    [sequential('00-shop', [], { setupFile: 'setup_sequential_test "$name"' })],
    [sequential('00-shop', ['$(previous)'])],
    [independent('test-shop', '"shop-$BATS_ROOT_PID"')],
  ],
  allows: [
    [sequential('foundation')],
    [sequential('00-shop', ['"foundation"', "'00-shop'"])],
    [independent('test-shop', 'shop')],
  ],
};
