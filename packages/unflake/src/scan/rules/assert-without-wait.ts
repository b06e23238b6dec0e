import { go } from './assert-without-wait/go.ts';
import { java } from './assert-without-wait/java.ts';
import { javascript } from './assert-without-wait/javascript.ts';
import { python } from './assert-without-wait/python.ts';
import { rust } from './assert-without-wait/rust.ts';
import { shell } from './assert-without-wait/shell.ts';
import { kindOf } from './kind.ts';

export const assertWithoutWait = kindOf({
  name: 'assert-without-wait',
  cause: { family: 'timing', kind: 'missing-await' },
  severity: 'error',
  where: 'tests',
  message: 'asserts on work that may still be running',
  why: 'Nothing makes the test wait for the work that it started: on a busy machine the assertion comes first.',
  languages: { python, javascript, java, go, rust, shell },
});
