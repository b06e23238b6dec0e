import { cpp } from './directory-order/cpp.ts';
import { csharp } from './directory-order/csharp.ts';
import { go } from './directory-order/go.ts';
import { java } from './directory-order/java.ts';
import { javascript } from './directory-order/javascript.ts';
import { kotlin } from './directory-order/kotlin.ts';
import { php } from './directory-order/php.ts';
import { python } from './directory-order/python.ts';
import { ruby } from './directory-order/ruby.ts';
import { rust } from './directory-order/rust.ts';
import { shell } from './directory-order/shell.ts';
import { kindOf } from './kind.ts';

export const directoryOrder = kindOf({
  name: 'directory-order',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'anywhere',
  message: 'uses the entries of a directory in the order in which the file system returns them',
  why: 'Nothing promises that order: another file system, or a file created earlier, changes it.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
