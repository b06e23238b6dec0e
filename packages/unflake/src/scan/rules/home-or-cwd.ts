import { go } from './home-or-cwd/go.ts';
import { java } from './home-or-cwd/java.ts';
import { javascript } from './home-or-cwd/javascript.ts';
import { python } from './home-or-cwd/python.ts';
import { rust } from './home-or-cwd/rust.ts';
import { shell } from './home-or-cwd/shell.ts';
import { kindOf } from './kind.ts';

export const homeOrCwd = kindOf({
  name: 'home-or-cwd',
  cause: { family: 'external', kind: 'environment' },
  severity: 'warning',
  where: 'tests',
  message: 'depends on the home directory or on the working directory',
  why: 'Another user, another machine or a run from another directory finds other files there, or none.',
  languages: { python, javascript, java, go, rust, shell },
});
