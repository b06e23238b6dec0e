/** Whether tests have replaced what a place reads: a clock that stands still, a function that is patched. */
import type { Node } from '../../syntax/parser.ts';
import { circumstances } from './around.ts';

const CLOCK =
  /\bfreeze_time\b|\btime_machine\b|\btravel\(|\bfreezer\b|\bfrozen_time\b|\bfake_clock\b|patch\S*\([^)]*(?:time|clock|now)\b/i;

/** A decorator, a `with` block or a fixture stops the clock around the place. */
export const isFrozen = (node: Node): boolean => circumstances(node).some((text) => CLOCK.test(text));

/** A decorator or a `with` block replaces the named function. */
export const isPatched = (node: Node, name: string): boolean =>
  circumstances(node).some((text) => /\bpatch\b|\bmock\w*\(|setattr/.test(text) && text.includes(name));
