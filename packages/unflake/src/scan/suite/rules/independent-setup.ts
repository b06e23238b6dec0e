import { independent, sequential } from '../samples.ts';
import { callsOf, hook } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

export const independentSetup: SuiteRule = {
  id: 'env/independent-setup',
  cause: { family: 'ordering', kind: 'residue' },
  severity: 'error',
  message: 'is an independent test, and does not call setup_independent_test in setup_file',
  why: 'Without a copy of its own it works on what some other test has left, or on nothing; run with the others it is in their way.',
  fix: 'Call `setup_independent_test <name of the file> <environment> <prerequisite>…` in `setup_file`.',
  check: eachFile((file) => {
    if (file.kind !== 'independent') return [];
    const within = hook(file, 'setup_file');
    return callsOf(file, 'setup_independent_test', within).length > 0 ? [] : [{ file, node: within }];
  }),
  flags: [
    [independent('test-shop', 'shop', [], { setupFile: '' })],
    [independent('test-shop', 'shop', [], { setupFile: 'setup_sequential_test test-shop' })],
  ],
  allows: [
    [independent('test-shop', 'shop')],
    [independent('test-shop', 'shop', ['00-till'])],
    [sequential('00-till')],
  ],
};
