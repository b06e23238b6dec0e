import { go } from './fixed-timeout-poll/go.ts';
import { java } from './fixed-timeout-poll/java.ts';
import { javascript } from './fixed-timeout-poll/javascript.ts';
import { python } from './fixed-timeout-poll/python.ts';
import { rust } from './fixed-timeout-poll/rust.ts';
import { shell } from './fixed-timeout-poll/shell.ts';
import { kindOf } from './kind.ts';

export const fixedTimeoutPoll = kindOf({
  name: 'fixed-timeout-poll',
  cause: { family: 'timing', kind: 'tight-timeout' },
  severity: 'warning',
  where: 'tests',
  message: 'waits for a short fixed time or a fixed number of tries, then goes on',
  why: 'A busy machine needs longer than the one on which the limit was chosen; then the test fails though nothing is wrong.',
  languages: { python, javascript, java, go, rust, shell },
});
