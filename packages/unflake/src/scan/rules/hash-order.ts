import { cpp } from './hash-order/cpp.ts';
import { go } from './hash-order/go.ts';
import { java } from './hash-order/java.ts';
import { kotlin } from './hash-order/kotlin.ts';
import { python } from './hash-order/python.ts';
import { rust } from './hash-order/rust.ts';
import { shell } from './hash-order/shell.ts';
import { kindOf } from './kind.ts';

export const hashOrder = kindOf({
  name: 'hash-order',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'anywhere',
  message: 'relies on the iteration order of a hash set or map',
  why: 'The order depends on hash codes and on the capacity, in many languages also on a seed that every process draws anew.',
  languages: { python, java, go, rust, shell, kotlin, cpp },
});
