import { cpp } from './fixed-temp-path/cpp.ts';
import { csharp } from './fixed-temp-path/csharp.ts';
import { go } from './fixed-temp-path/go.ts';
import { java } from './fixed-temp-path/java.ts';
import { javascript } from './fixed-temp-path/javascript.ts';
import { kotlin } from './fixed-temp-path/kotlin.ts';
import { php } from './fixed-temp-path/php.ts';
import { python } from './fixed-temp-path/python.ts';
import { ruby } from './fixed-temp-path/ruby.ts';
import { rust } from './fixed-temp-path/rust.ts';
import { shell } from './fixed-temp-path/shell.ts';
import { kindOf } from './kind.ts';

export const fixedTempPath = kindOf({
  name: 'fixed-temp-path',
  cause: { family: 'shared-state', kind: 'parallel-collision' },
  severity: 'error',
  where: 'tests',
  message: 'uses a fixed path in the directory for temporary files',
  why: 'Two runs or two users write over each other’s files; and the next run finds what this one left.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
