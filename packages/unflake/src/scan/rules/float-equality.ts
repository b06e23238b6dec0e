import { cpp } from './float-equality/cpp.ts';
import { csharp } from './float-equality/csharp.ts';
import { go } from './float-equality/go.ts';
import { java } from './float-equality/java.ts';
import { javascript } from './float-equality/javascript.ts';
import { kotlin } from './float-equality/kotlin.ts';
import { php } from './float-equality/php.ts';
import { python } from './float-equality/python.ts';
import { ruby } from './float-equality/ruby.ts';
import { rust } from './float-equality/rust.ts';
import { kindOf } from './kind.ts';

export const floatEquality = kindOf({
  name: 'float-equality',
  cause: { family: 'nondeterminism', kind: 'floating-point' },
  severity: 'warning',
  where: 'tests',
  message: 'compares a computed floating-point number for equality',
  why: 'The last bits depend on the order of the operations, the compiler, the library and the CPU.',
  languages: { python, javascript, java, go, rust, kotlin, ruby, csharp, cpp, php },
});
