/**
 * The program that tests start. `npm test` stages what people install, and tests start that: it is what we promise, and loading its few
 * files takes half the CPU time of loading the modules of `dist`. A file of tests that is run by itself starts what was built.
 */
import { fileURLToPath } from 'node:url';

/** For tests that compare it with the same code in this process: both name the same probes. */
export const BUILT_BIN = fileURLToPath(new URL('../bin/unflake.js', import.meta.url));

export const BIN = process.env.UNFLAKE_TEST_BIN ?? BUILT_BIN;
