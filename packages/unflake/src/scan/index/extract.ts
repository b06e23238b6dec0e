/** One file's facts, from one walk through its tree. What stands in what is read off the ranges as the walk goes. */
import type { Defines } from '../facts/defines.ts';
import type { Dialect } from '../facts/dialect.ts';
import { DIALECTS } from '../facts/dialects.ts';
import { type Reading, readingOf } from '../syntax/language.ts';
import type { Parse } from '../syntax/parser.ts';
import { prepared } from '../syntax/prepare.ts';
import { IndexRows } from './collected.ts';
import type { CallFact, Definition, FileFacts, ImportFact } from './file-facts.ts';
import { Locals } from './locals.ts';
import { passedNames } from './passed-names.ts';
import { walkOf } from './walk-roles.ts';

/** Null for a language that has no definitions yet. */
export function extract(path: string, text: string, parse: Parse): FileFacts | null {
  const reading = readingOf(path);
  if (reading === null) return null;
  const dialect = DIALECTS[reading.language];
  return dialect.defines === undefined ? null : walked(path, text, parse, reading, dialect, dialect.defines);
}

function walked(
  path: string,
  text: string,
  parse: Parse,
  { language, grammar }: Reading,
  dialect: Dialect,
  defines: Defines,
): FileFacts {
  const readable = prepared(path, text);
  const root = parse(grammar, readable);
  const { nodes, roles } = walkOf(grammar, dialect, defines);
  const locals = new Locals(readable, dialect);
  const collected = new IndexRows(dialect, defines, locals);
  for (const node of root.findAll(nodes)) {
    const kind = node.kind();
    const role = roles.get(kind);
    if (role !== undefined) collected.meet(node, kind, role);
  }
  const { definitions, variables, belongs } = collected;
  const imports = collected.imports();
  const calls = [
    ...collected.otherCalls,
    ...calledNames(collected, knownNames(definitions, imports, dialect), readable, locals, dialect),
  ];
  return { language, lines: countLines(text), belongs, definitions, calls, imports, variables };
}

/** Names that mean something of this repository when they stand alone: a method does only where it can be called so. */
function knownNames(
  definitions: readonly Definition[],
  imports: readonly ImportFact[],
  { language }: Dialect,
): ReadonlySet<string> {
  const bare = definitions.filter(({ kind }) => kind !== 'method' || language === 'java');
  return new Set([...bare.map(({ name }) => name), ...imports.flatMap(({ names }) => Object.keys(names))]);
}

function calledNames(
  { calls, passed }: IndexRows,
  known: ReadonlySet<string>,
  text: string,
  locals: Locals,
  { language }: Dialect,
): readonly CallFact[] {
  const called = calls.flatMap(({ node, fact }): readonly CallFact[] => {
    if (fact === null) return [];
    const dot = fact.name.indexOf('.');
    const first = dot === -1 ? fact.name : fact.name.slice(0, dot);
    // A name that nothing else explains needs no look at what the function around it binds.
    const matters = known.has(first) || (dot === -1 && language === 'go');
    return [matters && locals.has(first, node, fact.in) ? { ...fact, how: 'local' } : fact];
  });
  const given = [...passed, ...passedNames(calls, known, text)];
  return [
    ...called,
    ...given.filter(({ node, fact }) => !locals.has(fact.name.split('.')[0]!, node, fact.in)).map(({ fact }) => fact),
  ];
}

export function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
