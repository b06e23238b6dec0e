import { kindOf } from './kind.ts';
import { cpp } from './name-from-clock/cpp.ts';
import { csharp } from './name-from-clock/csharp.ts';
import { go } from './name-from-clock/go.ts';
import { java } from './name-from-clock/java.ts';
import { javascript } from './name-from-clock/javascript.ts';
import { kotlin } from './name-from-clock/kotlin.ts';
import { php } from './name-from-clock/php.ts';
import { python } from './name-from-clock/python.ts';
import { ruby } from './name-from-clock/ruby.ts';
import { rust } from './name-from-clock/rust.ts';
import { shell } from './name-from-clock/shell.ts';

export const nameFromClock = kindOf({
  name: 'name-from-clock',
  cause: { family: 'nondeterminism', kind: 'collision' },
  severity: 'error',
  where: 'anywhere',
  message: 'names something after the clock or the process',
  why: 'Two tests that start at the same instant, or two processes that get the same number, share what should be their own.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
