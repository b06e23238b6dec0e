import { kindOf } from './kind.ts';
import { java } from './locale-left-behind/java.ts';
import { javascript } from './locale-left-behind/javascript.ts';
import { python } from './locale-left-behind/python.ts';
import { rust } from './locale-left-behind/rust.ts';
import { shell } from './locale-left-behind/shell.ts';

export const localeLeftBehind = kindOf({
  name: 'locale-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'changes the locale or the time zone of the process and does not restore it',
  why: 'Tests that run later format, parse and sort in a language or a zone that they did not ask for.',
  languages: { python, javascript, java, rust, shell },
});
