/** The fixture that needs two conditions, under the runners that fixtures.test.ts leaves out. */
import { test } from 'vitest';
import { RUNNERS } from '../../../../fixtures/model.ts';
import { showsBothNeeded } from './both-needed.ts';

const OTHERS = RUNNERS.filter((runner) => !['node-test', 'pytest', 'go-test'].includes(runner));

test.each(OTHERS)('it fails under both and not under one: %s', showsBothNeeded);
