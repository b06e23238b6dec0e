import { kindOf } from './kind.ts';
import { go } from './mock-left-behind/go.ts';
import { java } from './mock-left-behind/java.ts';
import { javascript } from './mock-left-behind/javascript.ts';
import { python } from './mock-left-behind/python.ts';
import { rust } from './mock-left-behind/rust.ts';
import { shell } from './mock-left-behind/shell.ts';

export const mockLeftBehind = kindOf({
  name: 'mock-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'replaces something for the whole process and does not restore it',
  why: 'Tests that run later, or in parallel, get the replacement instead of the real thing.',
  languages: { python, javascript, java, go, rust, shell },
});
