/** One file's facts, from one walk through its tree. What stands in what is read off the ranges, because asking for parents costs more than the walk. */

import type { Defines } from '../facts/defines.ts';
import type { Dialect } from '../facts/dialect.ts';
import { DIALECTS } from '../facts/dialects.ts';
import { type Reading, readingOf } from '../syntax/language.ts';
import type { Matcher, Node, Parse } from '../syntax/parser.ts';
import { prepared } from '../syntax/prepare.ts';
import {
  type CallFact,
  type Definition,
  type FileFacts,
  type ImportFact,
  THE_FILE,
  type VariableFact,
} from './file-facts.ts';
import { Locals } from './locals.ts';
import { walkOf } from './walk-roles.ts';
import { writtenName } from './written-name.ts';

interface Met {
  readonly calls: CallFact[];
  readonly definitions: Definition[];
  readonly variables: VariableFact[];
  readonly importing: Map<number, Node[]>;
  readonly loads: Map<number, string[]>;
  readonly exports: Node[];
  belongs: string | null;
}

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
  reading: Reading,
  dialect: Dialect,
  defines: Defines,
): FileFacts {
  const readable = prepared(path, text);
  const root = parse(reading.grammar, readable);
  const { any, roles } = walkOf(reading.grammar, root, dialect, defines);
  const met: Met = {
    calls: [],
    definitions: [],
    variables: [],
    importing: new Map(),
    loads: new Map(),
    exports: [],
    belongs: null,
  };
  const locals = new Locals(readable, dialect);
  /** Definitions that are open where the walk is, outermost first. */
  const open: { readonly number: number; readonly end: number }[] = [];
  const callNodes: { readonly node: Node; readonly fact: CallFact }[] = [];

  for (const node of root.findAll({ rule: { any } } as Matcher)) {
    const kind = node.kind() as string;
    const role = roles.get(kind);
    if (role === undefined) continue;
    const { start, end } = node.range();
    while (open.length > 0 && open.at(-1)!.end <= start.index) open.pop();
    const within = open.at(-1)?.number ?? THE_FILE;
    const define = (defined: Omit<Definition, 'within' | 'line' | 'endLine'>) => {
      const isMethod = defined.kind === 'function' && isClass(met.definitions[within]);
      met.definitions.push({
        ...defined,
        ...(isMethod ? { kind: 'method' } : {}),
        within,
        line: start.line + 1,
        endLine: end.line + 1,
      });
      open.push({ number: met.definitions.length - 1, end: end.index });
      locals.opened(met.definitions.length - 1, defined, within, start.index, end.index);
    };
    const { shape } = role;
    if (shape !== undefined) {
      const callee = node.field(shape.callee)?.text() ?? '';
      const defined = defines.byCall?.(node, callee, dialect.test) ?? null;
      const on = shape.on === undefined ? null : node.field(shape.on);
      const name = writtenName(on === null ? callee : `${on.text()}.${callee}`);
      const fact = (name: string, how: CallFact['how']): CallFact => ({ in: within, line: start.line + 1, name, how });
      if (name !== null && defined === null && kind !== 'macro_invocation') {
        callNodes.push({ node, fact: fact(name, 'called') });
      }
      const also = defines.calledBy?.(node, callee);
      for (const one of also?.names ?? []) {
        const given = writtenName(one);
        if (given !== null) met.calls.push(fact(given, also!.sure ? 'called' : 'perhaps'));
      }
      for (const module of defines.loadsByCall?.(node, callee) ?? []) add(met.loads, within, module);
      if (defined !== null) define(defined);
      continue;
    }
    if (role.belongs) met.belongs = defines.belongs!.read(node);
    if (role.exports) met.exports.push(node);
    if (role.imports) add(met.importing, within, node);
    if (role.imports || role.exports) {
      for (const module of defines.loads?.(node, kind) ?? []) add(met.loads, within, module);
    }
    if (role.passes) {
      const name = writtenName(node.text());
      if (name !== null) callNodes.push({ node, fact: { in: within, line: start.line + 1, name, how: 'passed' } });
    }
    const defined = role.defines ? defines.read(node, kind, dialect.test) : null;
    // The type of a variable belongs to what stands around the variable, that of a field to its class.
    if (defined !== null) define(defined);
    else if (role.varies) {
      for (const one of defines.variables!.read(node, kind)) met.variables.push({ ...one, in: within });
    }
  }
  const imports = importsOf(met, dialect, defines);
  const known = new Set([
    ...met.definitions.map(({ name }) => name),
    ...imports.flatMap(({ names }) => Object.keys(names)),
  ]);
  for (const { node, fact } of callNodes) {
    const dot = fact.name.indexOf('.');
    const first = dot === -1 ? fact.name : fact.name.slice(0, dot);
    const matters = known.has(first) || (dot === -1 && reading.language === 'go');
    if (fact.how === 'passed') {
      if (known.has(first) && !locals.has(first, node, fact.in)) met.calls.push(fact);
    } else met.calls.push(matters && locals.has(first, node, fact.in) ? { ...fact, how: 'local' } : fact);
  }
  const { definitions, calls, variables, belongs } = met;
  return { language: reading.language, lines: countLines(text), belongs, definitions, calls, imports, variables };
}

const isClass = (around: Definition | undefined): boolean =>
  around !== undefined && (around.kind === 'class' || (around.kind === 'group' && around.of !== undefined));

function add<Value>(lists: Map<number, Value[]>, key: number, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function importsOf({ importing, loads, exports }: Met, dialect: Dialect, defines: Defines): readonly ImportFact[] {
  const places = [...new Set([...importing.keys(), ...loads.keys(), ...(exports.length > 0 ? [THE_FILE] : [])])];
  return places
    .sort((a, b) => a - b)
    .map((place) => {
      const { names, whole } = dialect.imports(importing.get(place) ?? []);
      const handed = place === THE_FILE ? exports.map((node) => defines.exports!.read(node)) : [];
      return {
        in: place,
        names: Object.assign(Object.fromEntries(names), ...handed.map((one) => one.names)),
        whole: [...whole, ...handed.flatMap((one) => one.whole)],
        loads: [...new Set(loads.get(place) ?? [])],
      };
    })
    .filter(({ names, whole, loads: all }) => whole.length + all.length + Object.keys(names).length > 0);
}

export function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
