import { kindOf } from './kind.ts';
import { cpp } from './unseeded-random/cpp.ts';
import { csharp } from './unseeded-random/csharp.ts';
import { go } from './unseeded-random/go.ts';
import { java } from './unseeded-random/java.ts';
import { javascript } from './unseeded-random/javascript.ts';
import { kotlin } from './unseeded-random/kotlin.ts';
import { php } from './unseeded-random/php.ts';
import { python } from './unseeded-random/python.ts';
import { ruby } from './unseeded-random/ruby.ts';
import { rust } from './unseeded-random/rust.ts';
import { shell } from './unseeded-random/shell.ts';

export const unseededRandom = kindOf({
  name: 'unseeded-random',
  cause: { family: 'nondeterminism', kind: 'randomness' },
  severity: 'warning',
  where: 'anywhere',
  message: 'uses unseeded randomness',
  why: 'Every run sees other values; a failure cannot be reproduced.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
