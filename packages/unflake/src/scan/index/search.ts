/** Looks for tests and definitions by name in the index, and for text in every file of the project; the best answers first. */
import { join } from 'node:path';
import type { DefinitionKind } from '../facts/defines.ts';
import { readSource } from '../read-source.ts';
import type { Definition, FileFacts } from './file-facts.ts';
import { rank } from './rank.ts';

export const SEARCHED = ['tests', 'symbols', 'text'] as const;
export type SearchField = (typeof SEARCHED)[number];

export interface IndexHit {
  readonly what: DefinitionKind | 'text';
  /** With what it stands in; the line itself, for text. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** From 1 to 100. */
  readonly score: number;
}

export interface SearchOptions {
  readonly root: string;
  /** Those that the index does not hold are searched for text alone: prose, settings, data. */
  readonly files?: readonly string[];
  readonly query: string;
  readonly kinds: readonly SearchField[];
  readonly most: number;
}

/** Text is found in many places; names are what people mostly look for. */
const WHOLE_WORD = 30;
const IN_A_WORD = 20;
const MAX_LINE = 200;

export function search(
  facts: readonly (readonly [path: string, facts: FileFacts])[],
  { root, files = [], query, kinds, most }: SearchOptions,
): { readonly hits: readonly IndexHit[]; readonly found: number } {
  const indexed = new Set(facts.map(([file]) => file));
  const searched = [...indexed, ...files.filter((file) => !indexed.has(file))];
  const hits = [
    ...facts.flatMap(([file, one]) => namesIn(file, one.definitions, query, kinds)),
    ...(kinds.includes('text') ? searched.flatMap((file) => textIn(root, file, query)) : []),
  ];
  hits.sort((a, b) => b.score - a.score || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  return { hits: hits.slice(0, most), found: hits.length };
}

function namesIn(
  file: string,
  definitions: readonly Definition[],
  query: string,
  kinds: readonly SearchField[],
): readonly IndexHit[] {
  return definitions.flatMap((definition) => {
    const { kind, name, line } = definition;
    if (name === '' || !kinds.includes(kind === 'test' ? 'tests' : 'symbols')) return [];
    const qualified = qualifiedName(definition, definitions);
    const score = rank(query, name, qualified);
    return score === 0 ? [] : [{ what: kind, name: qualified, file, line, score }];
  });
}

function qualifiedName(definition: Definition, all: readonly Definition[]): string {
  const names = [definition.name];
  for (let at: Definition | undefined = definition; at !== undefined; at = all[at.within]) {
    if (at !== definition && at.name !== '') names.unshift(at.name);
    if (at.of !== undefined) names.unshift(at.of);
  }
  return names.join('.');
}

function textIn(root: string, file: string, query: string): readonly IndexHit[] {
  const { text } = readSource(join(root, file));
  if (text === null) return [];
  const [wanted, lower] = [query.toLowerCase(), text.toLowerCase()];
  const hits: IndexHit[] = [];
  let line = 1;
  let counted = 0;
  for (let at = lower.indexOf(wanted); at !== -1; ) {
    for (let end = text.indexOf('\n', counted); end !== -1 && end < at; end = text.indexOf('\n', counted)) {
      line += 1;
      counted = end + 1;
    }
    const end = text.indexOf('\n', at);
    const code = text.slice(counted, end === -1 ? text.length : end).trim();
    const whole = !isWord(lower[at - 1]) && !isWord(lower[at + wanted.length]);
    hits.push({ what: 'text', name: code.slice(0, MAX_LINE), file, line, score: whole ? WHOLE_WORD : IN_A_WORD });
    // One answer a line is enough.
    at = end === -1 ? -1 : lower.indexOf(wanted, end);
  }
  return hits;
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
