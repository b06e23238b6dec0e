import { cpp } from './assertion-free-test/cpp.ts';
import { csharp } from './assertion-free-test/csharp.ts';
import { go } from './assertion-free-test/go.ts';
import { java } from './assertion-free-test/java.ts';
import { javascript } from './assertion-free-test/javascript.ts';
import { kotlin } from './assertion-free-test/kotlin.ts';
import { php } from './assertion-free-test/php.ts';
import { python } from './assertion-free-test/python.ts';
import { ruby } from './assertion-free-test/ruby.ts';
import { rust } from './assertion-free-test/rust.ts';
import { shell } from './assertion-free-test/shell.ts';
import { kindOf } from './kind.ts';

export const assertionFreeTest = kindOf({
  name: 'assertion-free-test',
  cause: null,
  severity: 'note',
  where: 'tests',
  message: 'asserts nothing: it passes whatever happens',
  why: 'Failures of what it starts show up in other tests, or nowhere.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
