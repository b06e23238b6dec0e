import { cpp } from './disabled-without-reason/cpp.ts';
import { csharp } from './disabled-without-reason/csharp.ts';
import { go } from './disabled-without-reason/go.ts';
import { java } from './disabled-without-reason/java.ts';
import { javascript } from './disabled-without-reason/javascript.ts';
import { kotlin } from './disabled-without-reason/kotlin.ts';
import { php } from './disabled-without-reason/php.ts';
import { python } from './disabled-without-reason/python.ts';
import { ruby } from './disabled-without-reason/ruby.ts';
import { rust } from './disabled-without-reason/rust.ts';
import { shell } from './disabled-without-reason/shell.ts';
import { kindOf } from './kind.ts';

export const disabledWithoutReason = kindOf({
  name: 'disabled-without-reason',
  cause: null,
  severity: 'warning',
  where: 'tests',
  message: 'is disabled without a reason',
  why: 'A test that does not run protects nothing, and nobody knows when it may run again.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
