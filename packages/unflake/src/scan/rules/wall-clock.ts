import { kindOf } from './kind.ts';
import { cpp } from './wall-clock/cpp.ts';
import { csharp } from './wall-clock/csharp.ts';
import { go } from './wall-clock/go.ts';
import { java } from './wall-clock/java.ts';
import { javascript } from './wall-clock/javascript.ts';
import { kotlin } from './wall-clock/kotlin.ts';
import { php } from './wall-clock/php.ts';
import { python } from './wall-clock/python.ts';
import { ruby } from './wall-clock/ruby.ts';
import { rust } from './wall-clock/rust.ts';
import { shell } from './wall-clock/shell.ts';

export const wallClock = kindOf({
  name: 'wall-clock',
  cause: { family: 'external', kind: 'date' },
  severity: 'note',
  where: 'anywhere',
  message: 'reads the wall clock',
  why: 'The result depends on when the test runs: at midnight, at a month’s end, when the clock is set back.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
