import { kindOf } from './kind.ts';
import { go } from './signal-handler-left-behind/go.ts';
import { java } from './signal-handler-left-behind/java.ts';
import { javascript } from './signal-handler-left-behind/javascript.ts';
import { python } from './signal-handler-left-behind/python.ts';
import { rust } from './signal-handler-left-behind/rust.ts';
import { shell } from './signal-handler-left-behind/shell.ts';

export const signalHandlerLeftBehind = kindOf({
  name: 'signal-handler-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'installs a handler for the whole process and does not remove it',
  why: 'The handler gets the signals, errors or exits of the tests that follow, and answers in their place.',
  languages: { python, javascript, java, go, rust, shell },
});
