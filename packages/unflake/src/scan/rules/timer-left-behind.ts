import { kindOf } from './kind.ts';
import { go } from './timer-left-behind/go.ts';
import { java } from './timer-left-behind/java.ts';
import { javascript } from './timer-left-behind/javascript.ts';
import { python } from './timer-left-behind/python.ts';
import { shell } from './timer-left-behind/shell.ts';

export const timerLeftBehind = kindOf({
  name: 'timer-left-behind',
  cause: { family: 'resource-leak', kind: 'threads' },
  severity: 'warning',
  where: 'tests',
  message: 'starts a timer and does not cancel it',
  why: 'It fires while another test runs, and may keep the process alive after the last of them.',
  languages: { python, javascript, java, go, shell },
});
