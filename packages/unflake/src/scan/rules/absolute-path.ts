import { go } from './absolute-path/go.ts';
import { java } from './absolute-path/java.ts';
import { javascript } from './absolute-path/javascript.ts';
import { python } from './absolute-path/python.ts';
import { rust } from './absolute-path/rust.ts';
import { shell } from './absolute-path/shell.ts';
import { kindOf } from './kind.ts';

export const absolutePath = kindOf({
  name: 'absolute-path',
  cause: { family: 'external', kind: 'environment' },
  severity: 'error',
  where: 'tests',
  message: 'uses a path that only some machines have',
  why: 'On another machine, or for another user, the path is missing or holds something else.',
  languages: { python, javascript, java, go, rust, shell },
});
