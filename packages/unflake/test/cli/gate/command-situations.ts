/** Commands that the gate runs. */
import { type Case, junit, PASSES, write } from './situation.ts';

export const COMMAND_SITUATIONS: readonly Case[] = [
  [
    'a command that says by its exit code that tests failed',
    { script: `${write('r.xml', junit('fP'))} process.exit(1)` },
    PASSES,
  ],
  [
    'a command whose other test fails',
    { script: `${write('r.xml', junit('fF'))} process.exit(1)` },
    'failed: src/cart.test.ts > other 1',
  ],
  ['a command that passes', { script: write('r.xml', junit('pP')) }, PASSES],
  [
    'a command that fails although no test did',
    { script: `${write('r.xml', junit('pP'))} process.exit(1)` },
    'no failure that explains it',
  ],
  ['a broken build: an exit code, and no report', { script: 'process.exit(1)' }, 'cannot be read (ENOENT)'],
  [
    'a broken build, beside the report of an earlier run',
    { files: { 'r.xml': junit('fP') }, script: 'process.exit(1)' },
    'of an earlier run',
  ],
  [
    'a command that writes no report and says that all is well',
    { files: { 'r.xml': junit('pP') }, script: '' },
    'of an earlier run',
  ],
  [
    'a command that is ended by a signal after it wrote its report',
    { script: `${write('r.xml', junit('fP'))} process.kill(process.pid, 'SIGKILL')` },
    'ended by SIGKILL',
  ],
  [
    'a command with an exit code that means something else',
    { script: `${write('r.xml', junit('fP'))} process.exit(3)` },
    'exit code 3',
  ],
  [
    'an exit code that is said to mean failed tests',
    { script: `${write('r.xml', junit('fP'))} process.exit(3)`, given: { testExit: [3] } },
    PASSES,
  ],
  [
    'a command that is cut while it writes its report',
    { script: `${write('r.xml', junit('fP').slice(0, -9))} process.exit(1)` },
    'broken or cut off',
  ],
  [
    'a command that reaches its time limit',
    { script: `${write('r.xml', junit('fP'))} setInterval(() => {}, 1000)`, given: { timeout: 1 } },
    'time limit',
  ],
];
