import { independent, sequential } from '../samples.ts';
import { callsOf } from '../suite.ts';
import { eachFile, type SuiteRule } from '../suite-rule.ts';

const MARKING = ['mark_test_start', 'mark_test_complete', 'detect_dirty_state'];

export const independentMarkers: SuiteRule = {
  id: 'env/independent-markers',
  cause: { family: 'ordering', kind: 'residue' },
  severity: 'error',
  message: 'is an independent test, and uses markers',
  why: 'Markers say what numbered tests can build on. An independent test starts from a fresh copy each time: nobody builds on it, and a marker of it means nothing.',
  fix: 'Leave the call out.',
  check: eachFile((file) =>
    file.kind === 'independent'
      ? MARKING.flatMap((name) => callsOf(file, name)).map(({ node }) => ({ file, node }))
      : [],
  ),
  flags: [
    [independent('test-shop', 'shop', [], { teardownFile: 'mark_test_complete test-shop' })],
    [independent('test-shop', 'shop', [], { body: ['mark_test_start test-shop'] })],
  ],
  allows: [
    [independent('test-shop', 'shop', [], { teardownFile: 'rm -rf "$TEST_DIR/prefix"' })],
    [sequential('00-shop')],
  ],
};
