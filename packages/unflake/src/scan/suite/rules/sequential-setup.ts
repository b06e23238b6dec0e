import { independent, sequential } from '../samples.ts';
import { callsOf, hook } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

export const sequentialSetup: SuiteRule = {
  id: 'env/sequential-setup',
  cause: { family: 'ordering', kind: 'residue' },
  severity: 'error',
  message: 'shares its environment, and does not call setup_sequential_test in setup_file',
  why: 'The name of the file puts it among the steps that share one environment. Without the call it runs without the lock, on state that nobody looked at, and no other step learns that it ran.',
  fix: 'Call `setup_sequential_test <name of the file> <prerequisite>…` in `setup_file`, or give the file another name.',
  check: eachFile((file) => {
    if (file.kind !== 'sequential' && file.kind !== 'foundation') return [];
    const within = hook(file, 'setup_file');
    return callsOf(file, 'setup_sequential_test', within).length > 0 ? [] : [{ file, node: within }];
  }),
  flags: [
    [sequential('00-shop', [], { setupFile: '' })],
    [sequential('00-shop', [], { setupFile: 'setup_independent_test 00-shop shop' })],
    [sequential('foundation', [], { setupFile: 'mkdir "$TEST_REPO"' })],
    [{ path: 'test/00-shop.bats', text: '@test "shop" {\n  setup_sequential_test 00-shop\n}\n' }],
  ],
  allows: [
    [sequential('00-shop')],
    [sequential('foundation')],
    [independent('test-shop', 'shop')],
    [{ path: 'test/shop.bats', text: '@test "shop" {\n  true\n}\n' }],
  ],
};
