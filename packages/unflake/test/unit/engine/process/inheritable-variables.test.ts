import { expect, test } from 'vitest';
import {
  inheritableVariables,
  SCRUBBED,
  withDifference,
} from '../../../../src/engine/process/inheritable-variables.ts';

test('drops what an outer runner or shell would leak into a trial, and keeps the rest', () => {
  const env = inheritableVariables({
    PATH: '/bin',
    LANG: 'C.UTF-8',
    NODE_TEST_CONTEXT: 'child',
    NODE_OPTIONS: '--inspect',
    VITEST: 'true',
    VITEST_POOL_ID: '1',
    PYTEST_XDIST_WORKER: 'gw0',
    CI: 'true',
    FORCE_COLOR: '1',
    UNFLAKE_TAG_1_2_3: '1',
    UNSET: undefined,
  });
  expect(env).toEqual({ PATH: '/bin', LANG: 'C.UTF-8', UNFLAKE_TAG_1_2_3: '1', NO_COLOR: '1' });
});

test('an entry without a star is a whole name', () => {
  expect(SCRUBBED).toContain('CI');
  expect(inheritableVariables({ CIRCUIT: 'x' })).toEqual({ CIRCUIT: 'x', NO_COLOR: '1' });
});

test('a difference sets and removes', () => {
  expect(withDifference({ A: '1', B: '2' }, { B: null, C: '3' })).toEqual({ A: '1', C: '3' });
});
