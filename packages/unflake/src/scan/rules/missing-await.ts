import { kindOf } from './kind.ts';
import { csharp } from './missing-await/csharp.ts';
import { go } from './missing-await/go.ts';
import { java } from './missing-await/java.ts';
import { javascript } from './missing-await/javascript.ts';
import { python } from './missing-await/python.ts';
import { rust } from './missing-await/rust.ts';

export const missingAwait = kindOf({
  name: 'missing-await',
  cause: { family: 'timing', kind: 'missing-await' },
  severity: 'error',
  where: 'tests',
  message: 'starts asynchronous work and does not wait for it',
  why: 'The assertion may come first; a failure of that work is lost, or lands on the test that runs next.',
  languages: { python, javascript, java, go, rust, csharp },
});
