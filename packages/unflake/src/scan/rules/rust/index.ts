/** The rules for Rust. */
import type { Rule } from '../rule.ts';

export const RUST: readonly Rule[] = [];
