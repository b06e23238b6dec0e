import { kindOf } from './kind.ts';
import { cpp } from './temp-left-behind/cpp.ts';
import { csharp } from './temp-left-behind/csharp.ts';
import { go } from './temp-left-behind/go.ts';
import { java } from './temp-left-behind/java.ts';
import { javascript } from './temp-left-behind/javascript.ts';
import { kotlin } from './temp-left-behind/kotlin.ts';
import { php } from './temp-left-behind/php.ts';
import { python } from './temp-left-behind/python.ts';
import { ruby } from './temp-left-behind/ruby.ts';
import { rust } from './temp-left-behind/rust.ts';
import { shell } from './temp-left-behind/shell.ts';

export const tempLeftBehind = kindOf({
  name: 'temp-left-behind',
  cause: { family: 'ordering', kind: 'residue' },
  severity: 'note',
  where: 'tests',
  message: 'creates a temporary file or directory and does not remove it',
  why: 'What one run leaves, the next one finds; and the disk of the machine that runs the tests fills up.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
