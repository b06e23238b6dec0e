import { cpp } from './env-left-behind/cpp.ts';
import { csharp } from './env-left-behind/csharp.ts';
import { go } from './env-left-behind/go.ts';
import { java } from './env-left-behind/java.ts';
import { javascript } from './env-left-behind/javascript.ts';
import { kotlin } from './env-left-behind/kotlin.ts';
import { php } from './env-left-behind/php.ts';
import { python } from './env-left-behind/python.ts';
import { ruby } from './env-left-behind/ruby.ts';
import { rust } from './env-left-behind/rust.ts';
import { shell } from './env-left-behind/shell.ts';
import { kindOf } from './kind.ts';

export const envLeftBehind = kindOf({
  name: 'env-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'changes the environment of the process and does not restore it',
  why: 'Every test that runs later in this process sees the change.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
