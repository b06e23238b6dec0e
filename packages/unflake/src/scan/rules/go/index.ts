/** The rules for Go. */
import type { Rule } from '../rule.ts';

export const GO: readonly Rule[] = [];
