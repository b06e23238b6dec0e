/** Every rule, by language. */
import { PYTHON } from './python/index.ts';
import type { Rule } from './rule.ts';

export const RULES: readonly Rule[] = [...PYTHON];
