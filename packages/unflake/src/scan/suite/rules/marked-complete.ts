import { independent, sequential } from '../samples.ts';
import { callsOf, hook } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

export const markedComplete: SuiteRule = {
  id: 'env/marked-complete',
  cause: { family: 'ordering', kind: 'residue' },
  severity: 'error',
  message: 'is not marked complete in teardown_file',
  why: 'A step that has started and is not complete looks like one that crashed: everything is cleaned and built again for whoever comes next.',
  fix: 'Call `mark_test_complete <name of the file>` in `teardown_file`. It looks by itself whether the tests passed.',
  check: eachFile((file) => {
    if (file.kind !== 'sequential' && file.kind !== 'foundation') return [];
    const within = hook(file, 'teardown_file');
    return callsOf(file, 'mark_test_complete', within).length > 0 ? [] : [{ file, node: within }];
  }),
  flags: [
    [sequential('00-shop', [], { teardownFile: '' })],
    [sequential('00-shop', [], { teardownFile: 'rm -rf "$TEST_DIR/prefix"' })],
    [sequential('00-shop', [], { teardownFile: '', body: ['mark_test_complete 00-shop'] })],
  ],
  allows: [[sequential('00-shop')], [sequential('foundation')], [independent('test-shop', 'shop')]],
};
