/** A callee's text to its plain names: `a?.b.c` → `a.b.c`, `f(x).g` → `?.g`, `Vec::<u8>::new` → `Vec.new`. Null when it ends in no name. */
import { UNKNOWN } from '../facts/source-file.ts';

const AT_END = /(?:[\p{L}_$@#][\p{L}\p{N}_$ǃ]*\s*(?:\.|::|->|\?\.|!\.)\s*)*#?[\p{L}_$@][\p{L}\p{N}_$]*$/u;
const BETWEEN = /\s*(?:\?\.|!\.|\.|::|->)\s*/;
const TYPE_ARGUMENTS = /(?:::)?<[^<>()]*(?:<[^<>()]*(?:<[^<>()]*>[^<>()]*)*>[^<>()]*)*>/g;
const PLAIN = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::)[\p{L}_$][\p{L}\p{N}_$]*)*$/u;
/** A callee can be a whole chain of calls; only its end matters. */
const LOOKED_AT = 200;

const ENGLISH = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

export function writtenName(callee: string): string | null {
  if (ENGLISH.test(callee)) return callee;
  if (PLAIN.test(callee)) return callee.includes('::') ? callee.replaceAll('::', '.') : callee;
  const text = callee.trim();
  const end = text.slice(-LOOKED_AT).replace(TYPE_ARGUMENTS, '');
  const names = AT_END.exec(end)?.[0];
  if (names === undefined) return null;
  const whole = names.length === end.length && text.length <= LOOKED_AT;
  return [...(whole ? [] : [UNKNOWN]), ...names.split(BETWEEN)].join('.');
}
