/** Strings and numbers as they are written, in whatever language, and what a name in the same file was given. */
import type { SourceFile } from '../facts/source-file.ts';
import { quoted } from './undone.ts';

const STRING = /^(?:[@$]*|u8|[LRuU])?("""|'''|["'])([\s\S]*)\1$/;

/** The text inside a string, up to the first part that is filled in; null for anything else. */
export function unquoted(text: string): string | null {
  const inside = STRING.exec(text.trim())?.[2];
  return inside === undefined ? null : inside.split(/\$\{|#\{|\{\$|(?<![\w\\])\$(?=[a-zA-Z])/, 1)[0]!;
}

/** What stands behind the name of a named argument: `8080` of `port = 8080`, `Port: 8080`. */
const withoutName = (text: string): string => text.replace(/^:?\w+\s*(?:=>|=|:(?!:))\s*/, '').trim();

/** A plain name stands for the only value that the file gives it. */
export function givenValue(text: string, file: SourceFile): string {
  const plain = withoutName(text).replace(/^(?:self::\$?|static::\$?|\$this->|this\.|k(?=[A-Z]))/, '');
  if (!/^[@$]*[A-Za-z_]\w*$/.test(plain)) return withoutName(text);
  const given = [
    ...file.text.matchAll(
      new RegExp(`(?<![\\w.])${quoted(plain)}\\s*(?::\\s*\\w+\\s*)?:?=(?![=>~])\\s*([^;\\n]*)`, 'g'),
    ),
  ].map((match) => withoutComment(match[1]!.trim()));
  return given.length === 1 ? given[0]! : plain;
}

const withoutComment = (value: string): string =>
  /^(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')/.exec(value)?.[0] ?? value.replace(/\s*(?:\/\/|#).*$/, '');

export function numberIn(text: string | undefined, file: SourceFile): number | null {
  const value = text === undefined ? '' : givenValue(text, file);
  return /^[0-9][0-9_']*[uUlL]*$/.test(value) ? Number(value.replace(/[_'uUlL]/g, '')) : null;
}

const UNITS_MS = { nano: 1e-6, micro: 1e-3, milli: 1, sec: 1e3, min: 6e4, hour: 3.6e6 };

/** `unit` in whatever form: `millis`, `MILLISECONDS`, `ofMillis`; null for none. */
export function inMilliseconds(number: string, unit: string): number | null {
  const found = Object.entries(UNITS_MS).find(([name]) => unit.toLowerCase().includes(name));
  return found === undefined ? null : Number(number.replaceAll('_', '')) * found[1];
}

/** A decimal fraction that no binary one equals. */
export function isInexact(text: string): boolean {
  const plain = text
    .trim()
    .replace(/(?<=\d)[dDfFmMlL]$/, '')
    .replaceAll('_', '');
  if (!/^-?[0-9]*\.[0-9]+$/.test(plain) || /m$/i.test(text.trim())) return false;
  const scaled = Math.abs(Number(plain)) * 2 ** 20;
  return scaled !== Math.round(scaled);
}

const COMPUTES =
  /(?:sum|total|avg|average|mean|median|ratio|percent|rate|sqrt|sin|cos|tan|exp|log|pow|hypot|interest|tax|vat|variance|stddev|deviation|norm|distance|area|convert|scale|lerp|discount|celsius|fahrenheit|reduce|score|volume)\w*[?!]?\s*(?:\(|$)/i;
const ROUNDS = /round|floor|ceil|parse|decimal|cents|to_f\b|to_d\b|stod|floatval|number_format|\.count\b(?!\w)/i;

/** Whether a value comes out of arithmetic, or out of a call whose name says so. */
export function isComputed(text: string, file: SourceFile): boolean {
  const value = givenValue(text, file);
  if (ROUNDS.test(value) || /["'].*["']\s*[+.]|[+.]\s*["']/.test(value)) return false;
  const arithmetic = /[\w)\]]\s*[-+*/]\s*[\w($@]/.test(
    value.replace(/->|=>|::|\([^()]*\)/g, (part) => (part.startsWith('(') ? '()' : '.')),
  );
  // A field of Go or Rust holds what it was given.
  const asks = /^(?:go|rust)$/.test(file.language) ? /\(/ : /[.(>:]/;
  return arithmetic || (/[\w)]\s*$/.test(value) && COMPUTES.test(value) && asks.test(value));
}
