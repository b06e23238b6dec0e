import { cpp } from './hidden-retry/cpp.ts';
import { csharp } from './hidden-retry/csharp.ts';
import { go } from './hidden-retry/go.ts';
import { java } from './hidden-retry/java.ts';
import { javascript } from './hidden-retry/javascript.ts';
import { php } from './hidden-retry/php.ts';
import { python } from './hidden-retry/python.ts';
import { ruby } from './hidden-retry/ruby.ts';
import { rust } from './hidden-retry/rust.ts';
import { shell } from './hidden-retry/shell.ts';
import { kindOf } from './kind.ts';

export const hiddenRetry = kindOf({
  name: 'hidden-retry',
  cause: null,
  severity: 'warning',
  where: 'tests',
  message: 'hides failures by retrying',
  why: 'A test that fails now and then is reported as green; the fault behind it, in the test or in the product, stays.',
  languages: { python, javascript, java, go, rust, shell, ruby, csharp, cpp, php },
});
