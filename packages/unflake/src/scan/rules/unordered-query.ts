import { kindOf } from './kind.ts';
import { go } from './unordered-query/go.ts';
import { java } from './unordered-query/java.ts';
import { javascript } from './unordered-query/javascript.ts';
import { python } from './unordered-query/python.ts';
import { rust } from './unordered-query/rust.ts';
import { shell } from './unordered-query/shell.ts';

export const unorderedQuery = kindOf({
  name: 'unordered-query',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'tests',
  message: 'relies on the order of rows that the query does not ask for',
  why: 'Without ORDER BY a database may return rows in any order, and does so after an update, a vacuum or with another plan.',
  languages: { python, javascript, java, go, rust, shell },
});
