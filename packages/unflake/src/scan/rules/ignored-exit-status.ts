import { go } from './ignored-exit-status/go.ts';
import { java } from './ignored-exit-status/java.ts';
import { javascript } from './ignored-exit-status/javascript.ts';
import { python } from './ignored-exit-status/python.ts';
import { rust } from './ignored-exit-status/rust.ts';
import { shell } from './ignored-exit-status/shell.ts';
import { kindOf } from './kind.ts';

export const ignoredExitStatus = kindOf({
  name: 'ignored-exit-status',
  cause: null,
  severity: 'warning',
  where: 'anywhere',
  message: 'runs a command and ignores whether it failed',
  why: 'When the command fails, the test goes on with what was there before, and fails elsewhere or not at all.',
  languages: { python, javascript, java, go, rust, shell },
});
