import { cpp } from './fixed-port/cpp.ts';
import { csharp } from './fixed-port/csharp.ts';
import { go } from './fixed-port/go.ts';
import { java } from './fixed-port/java.ts';
import { javascript } from './fixed-port/javascript.ts';
import { kotlin } from './fixed-port/kotlin.ts';
import { php } from './fixed-port/php.ts';
import { python } from './fixed-port/python.ts';
import { ruby } from './fixed-port/ruby.ts';
import { rust } from './fixed-port/rust.ts';
import { shell } from './fixed-port/shell.ts';
import { kindOf } from './kind.ts';

export const fixedPort = kindOf({
  name: 'fixed-port',
  cause: { family: 'external', kind: 'port' },
  severity: 'error',
  where: 'tests',
  message: 'listens on a fixed port',
  why: 'Two runs at once, or a program that was there first: one of them gets “Address already in use”.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
