/** Which languages we have facts about. */
import type { Language } from '../syntax/language.ts';
import type { Dialect } from './dialect.ts';
import { cpp } from './dialects/cpp.ts';
import { csharp } from './dialects/csharp.ts';
import { go } from './dialects/go.ts';
import { java } from './dialects/java.ts';
import { javascript } from './dialects/javascript.ts';
import { kotlin } from './dialects/kotlin.ts';
import { php } from './dialects/php.ts';
import { python } from './dialects/python.ts';
import { ruby } from './dialects/ruby.ts';
import { rust } from './dialects/rust.ts';
import { shell } from './dialects/shell.ts';

export const DIALECTS: Readonly<Record<Language, Dialect>> = {
  python,
  javascript,
  go,
  rust,
  java,
  shell,
  kotlin,
  ruby,
  csharp,
  cpp,
  php,
};
