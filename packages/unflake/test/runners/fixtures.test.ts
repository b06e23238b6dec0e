/** The fixture that needs two conditions, under a runner of each of three languages. */
import { test } from 'vitest';
import { showsBothNeeded } from './both-needed.ts';

test.each(['node-test', 'pytest', 'go-test'] as const)('it fails under both and not under one: %s', showsBothNeeded);
