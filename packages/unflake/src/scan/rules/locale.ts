import { kindOf } from './kind.ts';
import { go } from './locale/go.ts';
import { java } from './locale/java.ts';
import { javascript } from './locale/javascript.ts';
import { python } from './locale/python.ts';
import { rust } from './locale/rust.ts';
import { shell } from './locale/shell.ts';

export const locale = kindOf({
  name: 'locale',
  cause: { family: 'external', kind: 'locale' },
  severity: 'warning',
  where: 'anywhere',
  message: 'depends on the locale of the machine',
  why: 'Decimal separators, names of days, letter case and alphabetical order differ from machine to machine.',
  languages: { python, javascript, java, go, rust, shell },
});
