import { kindOf } from './kind.ts';
import { cpp } from './sleep-as-synchronisation/cpp.ts';
import { csharp } from './sleep-as-synchronisation/csharp.ts';
import { go } from './sleep-as-synchronisation/go.ts';
import { java } from './sleep-as-synchronisation/java.ts';
import { javascript } from './sleep-as-synchronisation/javascript.ts';
import { kotlin } from './sleep-as-synchronisation/kotlin.ts';
import { php } from './sleep-as-synchronisation/php.ts';
import { python } from './sleep-as-synchronisation/python.ts';
import { ruby } from './sleep-as-synchronisation/ruby.ts';
import { rust } from './sleep-as-synchronisation/rust.ts';
import { shell } from './sleep-as-synchronisation/shell.ts';

export const sleepAsSynchronisation = kindOf({
  name: 'sleep-as-synchronisation',
  cause: { family: 'timing', kind: 'short-wait' },
  severity: 'warning',
  where: 'tests',
  message: 'sleeps instead of waiting for a condition',
  why: 'On a busy machine the time is too short; on every other it is wasted.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
