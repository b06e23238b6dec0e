import { go } from './hard-coded-id/go.ts';
import { java } from './hard-coded-id/java.ts';
import { javascript } from './hard-coded-id/javascript.ts';
import { python } from './hard-coded-id/python.ts';
import { rust } from './hard-coded-id/rust.ts';
import { shell } from './hard-coded-id/shell.ts';
import { kindOf } from './kind.ts';

export const hardCodedId = kindOf({
  name: 'hard-coded-id',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'relies on an id that the database assigns',
  why: 'The counter goes on after other tests and after a rollback: the next id is a different one, or the row exists already.',
  languages: { python, javascript, java, go, rust, shell },
});
