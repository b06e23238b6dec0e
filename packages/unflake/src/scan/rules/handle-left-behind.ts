import { go } from './handle-left-behind/go.ts';
import { java } from './handle-left-behind/java.ts';
import { javascript } from './handle-left-behind/javascript.ts';
import { python } from './handle-left-behind/python.ts';
import { rust } from './handle-left-behind/rust.ts';
import { shell } from './handle-left-behind/shell.ts';
import { kindOf } from './kind.ts';

export const handleLeftBehind = kindOf({
  name: 'handle-left-behind',
  cause: { family: 'resource-leak', kind: 'handles' },
  severity: 'warning',
  where: 'tests',
  message: 'opens a file, a socket or a connection and does not close it',
  why: 'Handles pile up until whichever test comes then meets the limit; an open file stays locked, an open port stays taken.',
  languages: { python, javascript, java, go, rust, shell },
});
