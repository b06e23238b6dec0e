import { kindOf } from './kind.ts';
import { cpp } from './thread-left-behind/cpp.ts';
import { csharp } from './thread-left-behind/csharp.ts';
import { go } from './thread-left-behind/go.ts';
import { java } from './thread-left-behind/java.ts';
import { javascript } from './thread-left-behind/javascript.ts';
import { kotlin } from './thread-left-behind/kotlin.ts';
import { php } from './thread-left-behind/php.ts';
import { python } from './thread-left-behind/python.ts';
import { ruby } from './thread-left-behind/ruby.ts';
import { rust } from './thread-left-behind/rust.ts';
import { shell } from './thread-left-behind/shell.ts';

export const threadLeftBehind = kindOf({
  name: 'thread-left-behind',
  cause: { family: 'resource-leak', kind: 'threads' },
  severity: 'warning',
  where: 'tests',
  message: 'starts a thread or a process and does not end it',
  why: 'It lives on beside the tests that follow: it takes CPU time, writes to shared state, and may keep the run from ending.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
