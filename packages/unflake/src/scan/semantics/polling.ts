/** Loops that look again and again with pauses between, and give up after a time or a number of looks: read off their text. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { scopeOf, semanticsOf } from './index.ts';
import { re } from './undone.ts';

/** A machine under load may well take this long for what takes milliseconds at rest. */
const GENEROUS_MS = 10_000;
const PAUSES =
  /\b(?:[\w.:]*[sS]leep\w*|delay|Delay\w*|pause|snooze|setTimeout|waitForTimeout|waitMs|time\.After)\(([^()]*(?:\([^()]*\))?[^()]*)\)|^\s*sleep\s+([\d.]+[smh]?)/gm;
/** What others run pauses elsewhere. */
const GIVEN_FUNCTIONS = /(?:\bfunc\s*\(|->)[^{\n]*\{[\s\S]*?\n\s*\}/g;
const CLOCK =
  /\b(?:time|monotonic|perf_counter|now|Now|elapsed|currentTimeMillis|nanoTime|hrtime)\(|\bSince\(|deadline|elapsed|until/i;
const ENDLESS = /^(?:loop|for|while\s*\(?\s*(?:true|True|1)\s*\)?)\s*:?\s*$/;
const LOOKS_AT_CLOCK =
  /.*(?:[<>]|\bif\b).*(?:now|Now|elapsed|Since|hrtime|deadline|monotonic).*|.*(?:elapsed|Since|deadline).*[<>].*/g;
/** How many there are is what it waits for. */
const SIZES = /\.(?:size|length|get|intValue|count|getCount|len)(?:\(\))?\s*[<>]=?\s*\d+/g;
const COUNTS =
  /[<>]=?\s*"?[0-9A-Z_]+\b|-[lg][te]\b|\brange\b|\d\.\.|\bseq\b|\bin(?:\s+\d+){2,}|\+\+|--|\b(?:tries|attempts?|retries|count)\b/;

export function isBoundedPoll(loop: Node, file: SourceFile): boolean {
  const at = (loop.field('body')?.start() ?? loop.end()) - loop.start();
  const condition = loop.is('do_statement') ? loop.fieldText('condition') : '';
  const [head, body] = [`${loop.text().slice(0, at)}${condition}`, loop.text().slice(at).replace(GIVEN_FUNCTIONS, '')];
  const pauses = [...body.matchAll(PAUSES)].map(([, given, seconds]) => millisecondsIn(given ?? seconds!, file) ?? 0);
  // One without an end of its own looks at a clock inside.
  const asked = ENDLESS.test(head) ? (body.match(LOOKS_AT_CLOCK)?.join('\n') ?? '') : head;
  const isByClock = CLOCK.test(asked);
  if (pauses.length === 0 || !(isByClock || COUNTS.test(asked.replace(SIZES, '')))) return false;
  if (semanticsOf(file).clockIsFaked(loop, file) || !semanticsOf(file).isStep(loop, file)) return false;
  const texts = [asked, ...givenTo(asked, loop, file)];
  const limits = isByClock ? texts.map((text) => millisecondsIn(text, file)) : texts.map(looksIn);
  const pause = isByClock ? 1 : Math.max(...pauses);
  return limits.some((limit) => limit !== null) && limits.every((limit) => (limit ?? 0) * pause < GENEROUS_MS);
}

/** What the names in a text stand for. */
function givenTo(text: string, loop: Node, file: SourceFile): readonly string[] {
  const around = `${scopeOf(loop, file).text()}\n${file.text}`;
  const names = text.match(/[A-Za-z_]\w*/g) ?? [];
  return names.flatMap((name) => re`\b${name}\s*:?=([^=\n;]*)`.exec(around)?.[1] ?? []);
}

/** The product of its numbers, or how many it lists; null when there is none. */
function looksIn(text: string): number | null {
  const listed = /\bin((?:\s+\d+){2,})/.exec(text)?.[1];
  if (listed !== undefined) return listed.trim().split(/\s+/).length;
  const numbers = text.replaceAll('..', ' ').match(/(?<![\w.])\d[\d_]*(?:\.\d+)?(?=[smhL]?(?![\w.]))/g);
  return numbers === null ? null : numbers.map((one) => Number(one.replaceAll('_', '')) || 1).reduce((a, b) => a * b);
}

/** In Python and in shells a number without a unit is one of seconds. */
function millisecondsIn(text: string, { language }: SourceFile): number | null {
  const plain = text.replace(/[mM]illis\w*|ms\b/g, '');
  const isSeconds = /[sS]econd|secs|SECONDS|\ds\b/.test(plain) || /^(?:python|shell)$/.test(language);
  const number = looksIn(text);
  return number === null ? null : number * (/[mM]in/.test(plain) ? 60_000 : isSeconds ? 1000 : 1);
}
