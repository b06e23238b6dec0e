/** Every kind of rule, and every rule: a kind in a language. */
import { rulesOf } from './kind.ts';
import * as kinds from './kinds.ts';
import type { Kind, Rule } from './rule.ts';

export const KINDS: readonly Kind[] = Object.values(kinds);

export const RULES: readonly Rule[] = KINDS.flatMap(rulesOf);
