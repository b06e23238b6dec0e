/** Facts as text: rows instead of objects, and each name once, because calls are many and their names few. */
import { DEFINITION_KINDS } from '../facts/defines.ts';
import type { CallFact, Definition, FileFacts, ImportFact } from './file-facts.ts';

const HOWS = ['called', 'local', 'passed', 'perhaps'] as const;

interface Packed {
  readonly language: FileFacts['language'];
  readonly lines: number;
  readonly belongs: string | null;
  readonly strings: readonly string[];
  /** Kind, name, within, line, last line, and whatever else there is. */
  readonly definitions: readonly (readonly [number, string, number, number, number, Partial<Definition>?])[];
  /** In, line, name and how, one call after the other. */
  readonly calls: readonly number[];
  readonly imports: readonly ImportFact[];
  /** In, name and type, one variable after the other. */
  readonly variables: readonly number[];
}

export function packFacts({ language, lines, belongs, definitions, calls, imports, variables }: FileFacts): string {
  const strings: string[] = [];
  const numbers = new Map<string, number>();
  const number = (text: string): number => {
    let known = numbers.get(text);
    if (known === undefined) {
      known = strings.push(text) - 1;
      numbers.set(text, known);
    }
    return known;
  };
  const packed: Packed = {
    language,
    lines,
    belongs,
    definitions: definitions.map(({ kind, name, within, line, endLine, ...more }) => {
      const row = [DEFINITION_KINDS.indexOf(kind), name, within, line, endLine] as const;
      return Object.keys(more).length === 0 ? row : [...row, more];
    }),
    calls: calls.flatMap(({ in: around, line, name, how }) => [around, line, number(name), HOWS.indexOf(how)]),
    imports,
    variables: variables.flatMap(({ in: around, name, type }) => [around, number(name), number(type)]),
    strings,
  };
  return JSON.stringify(packed);
}

export function unpackFacts(text: string): FileFacts {
  const { strings, definitions, calls, variables, ...rest } = JSON.parse(text) as Packed;
  const unpacked: CallFact[] = [];
  for (let at = 0; at < calls.length; at += 4) {
    const how = HOWS[calls[at + 3]!]!;
    unpacked.push({ in: calls[at]!, line: calls[at + 1]!, name: strings[calls[at + 2]!]!, how });
  }
  const typed: { in: number; name: string; type: string }[] = [];
  for (let at = 0; at < variables.length; at += 3) {
    typed.push({ in: variables[at]!, name: strings[variables[at + 1]!]!, type: strings[variables[at + 2]!]! });
  }
  return {
    ...rest,
    definitions: definitions.map(([kind, name, within, line, endLine, more]) => ({
      kind: DEFINITION_KINDS[kind]!,
      name,
      within,
      line,
      endLine,
      ...more,
    })),
    calls: unpacked,
    variables: typed,
  };
}
