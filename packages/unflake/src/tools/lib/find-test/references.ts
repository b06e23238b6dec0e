/** References to tests in a pasted text, by the patterns of a runner. */
import { stripVTControlCharacters } from 'node:util';
import type { PrintedName } from '../../../contract/test-names.ts';
import { withoutPackagePrefixes } from './package-prefix.ts';

export interface Reference {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly outer?: string | undefined;
  readonly name?: string | undefined;
  readonly whole?: boolean | undefined;
  readonly mayHold?: boolean | undefined;
}

/** Alternative readings of one reference; the first that finds tests counts. */
export type Alternatives = readonly Reference[];

/** The references in one line: for each pattern that matches, all matches. */
export type LineReadings = readonly (readonly Alternatives[])[];

/** Nobody pastes more to name one test, and some patterns look far ahead. */
const MAX_CHARACTERS = 20_000;
const MAX_LINE_CHARACTERS = 1_000;
const MAX_ENDS = 20;

/** Removes colours, the times and packages that CI puts before each line, and quotes around the whole. */
export function cleanText(text: string): string {
  return cleanLines(text).text;
}

/** `packages`: those that the text names, by name or by folder. */
export function cleanLines(text: string): { readonly text: string; readonly packages: readonly string[] } {
  const timed = stripVTControlCharacters(text.slice(0, MAX_CHARACTERS))
    .split(/\r?\n/)
    .map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, '').replace(/^##\[error\]/, ''))
    .map((line) => line.slice(0, MAX_LINE_CHARACTERS).trimEnd());
  const { lines, packages } = withoutPackagePrefixes(timed);
  const whole = lines.join('\n').replace(/^\n+|\n+$/g, '');
  return { text: /^\s*(['"`])([\s\S]*)\1\s*$/.exec(whole)?.[2] ?? whole, packages };
}

export function readingsOf(text: string, patterns: readonly PrintedName[]): readonly LineReadings[] {
  const lines = new Map<number, Alternatives[][]>();
  for (const printed of patterns) {
    const byLine = new Map<number, Alternatives[]>();
    for (const match of text.matchAll(printed.pattern)) {
      const begin = match.index + match[0].search(/\S/);
      const line = text.slice(0, begin).split('\n').length;
      byLine.set(line, [...(byLine.get(line) ?? []), referencesOf(match.groups ?? {}, printed)]);
    }
    for (const [line, found] of byLine) lines.set(line, [...(lines.get(line) ?? []), found]);
  }
  return [...lines].toSorted(([a], [b]) => a - b).map(([, found]) => found);
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Several if the name may end at several positions, the longest first. */
function referencesOf(groups: Groups, { whole, mayHold, endsBefore, escaped }: PrintedName): Alternatives {
  const read = (text: string | undefined) => (text === undefined ? undefined : unescaped(text.trim(), escaped));
  const [file, outer, name] = [groups.file, groups.outer, groups.name].map(read);
  const line = groups.line === undefined ? undefined : Number(groups.line);
  const reference = {
    file,
    outer: escaped === 'xml' && isNoClass(outer, name) ? undefined : outer,
    name,
    line,
    whole,
    mayHold,
  };
  if (name === undefined || endsBefore === undefined) return [reference];
  const ends = [name];
  for (let at = name.lastIndexOf(endsBefore); at > 0; at = name.lastIndexOf(endsBefore, at - 1)) {
    ends.push(name.slice(0, at));
  }
  // A long message has many possible ends; those near the start are more likely to be a name.
  return [...ends.slice(0, 1), ...ends.slice(1).slice(-MAX_ENDS)].map((end) => ({ ...reference, name: end }));
}

/** Some reports have the test's name, or a placeholder, where others have its class. */
function isNoClass(outer = '', name = ''): boolean {
  return outer === 'test' || name.includes(outer);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string, how: PrintedName['escaped']): string {
  if (how === 'tap') return text.replace(/\\([\\#])/g, '$1');
  if (how !== 'xml') return text;
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
