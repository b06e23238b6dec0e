/** Every rule, by language. */
import { CPP } from './cpp/index.ts';
import { CSHARP } from './csharp/index.ts';
import { GO } from './go/index.ts';
import { JAVA } from './java/index.ts';
import { JAVASCRIPT } from './javascript/index.ts';
import { KOTLIN } from './kotlin/index.ts';
import { PHP } from './php/index.ts';
import { PYTHON } from './python/index.ts';
import { RUBY } from './ruby/index.ts';
import type { Rule } from './rule.ts';
import { RUST } from './rust/index.ts';
import { SHELL } from './shell/index.ts';

export const RULES: readonly Rule[] = [
  ...PYTHON,
  ...JAVASCRIPT,
  ...JAVA,
  ...GO,
  ...RUST,
  ...SHELL,
  ...KOTLIN,
  ...RUBY,
  ...CSHARP,
  ...CPP,
  ...PHP,
];
