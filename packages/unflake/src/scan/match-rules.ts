/**
 * Applies a language's rules to one file. The text says first what can be in it at all, because reading it costs next to nothing; then the
 * tree is walked once, for what is left and for what the parser did not understand: a walk costs a seventh of the parsing.
 */
import type { CallShape, Dialect } from './facts/dialect.ts';
import type { SourceFile } from './facts/source-file.ts';
import { type ByKind, lastPart, type RuleSet } from './rule-set.ts';
import type { Answer, Call, Rule } from './rules/rule.ts';
import type { Matcher, Node } from './syntax/parser.ts';
import { wordsIn } from './words.ts';

export interface Hit {
  readonly rule: Rule;
  readonly node: Node;
}

export interface Matched {
  readonly hits: readonly Hit[];
  /** Where the parser did not understand; the first of them. */
  readonly broken: Node | null;
}

export function matchRules(file: SourceFile, rules: RuleSet): Matched {
  const { dialect, others } = rules;
  // As the parser read it, which may differ from what is on disk.
  const text = file.root.text();
  const names = namesIn(text, rules);
  const kinds = kindsIn(text, rules);
  const needsImports = names.called.length + names.created.length > 0 || names.mayBeRenamed;
  const importing = needsImports ? importingIn(text, rules) : [];
  const met = file.root.findAll(searched(candidates(dialect, names), kinds, importing));
  if (needsImports) file.metImports(met.filter((node) => importing.some(({ kind }) => node.is(kind))));
  const renamed = names.mayBeRenamed ? candidates(dialect, aliases(file, rules)) : [];
  const again = renamed.length === 0 ? [] : file.root.findAll({ rule: { any: renamed } } as Matcher);
  const isNamed = (name: string): boolean => rules.byName.has(name) || rules.byName.has(`*.${lastPart(name)}`);
  const hits: Hit[] = [];
  let broken: Node | null = null;
  for (const node of again.length === 0 ? met : [...met, ...again]) {
    const kind = node.kind();
    if (kind === 'ERROR') broken ??= node;
    const shape = dialect.calls.find((one) => one.kind === kind);
    if (shape !== undefined && needsImports && file.mayMean(node, shape, isNamed))
      callHits(file, node, shape, rules, hits);
    for (const { rule, find, text } of kinds.get(kind) ?? []) {
      if ((text === null || text.test(node.text())) && applies(rule, node, file)) {
        add(hits, rule, node, find.when?.(node, file) ?? true);
      }
    }
  }
  for (const { rule, find, isIn } of others) {
    if (!isIn(file.text)) continue;
    for (const node of file.root.findAll(find.nodes)) {
      if (applies(rule, node, file)) add(hits, rule, node, find.when?.(node, file) ?? true);
    }
  }
  return { hits, broken };
}

function callHits(file: SourceFile, node: Node, shape: CallShape, { byName }: RuleSet, hits: Hit[]): void {
  for (const name of file.namesOf(node, shape)) {
    // `*.name`: a method that a rule asks for whatever it is called on.
    for (const { rule, find } of [...(byName.get(name) ?? []), ...(byName.get(`*.${lastPart(name)}`) ?? [])]) {
      if (applies(rule, node, file)) add(hits, rule, node, find.when?.(new FoundCall(node, name, shape, file)) ?? true);
    }
  }
}

/** Its arguments are looked up when a rule asks for them; many do not. */
class FoundCall implements Call {
  readonly node: Node;
  readonly name: string;
  readonly file: SourceFile;
  readonly #shape: CallShape;

  constructor(node: Node, name: string, shape: CallShape, file: SourceFile) {
    this.node = node;
    this.name = name;
    this.#shape = shape;
    this.file = file;
  }

  get args(): readonly Node[] {
    return this.file.argumentsOf(this.node, this.#shape);
  }
}

function add(hits: Hit[], rule: Rule, node: Node, answer: Answer): void {
  if (answer === true) hits.push({ rule, node });
  else if (answer !== false) for (const place of answer) hits.push({ rule, node: place });
}

function applies({ where }: Rule, node: Node, file: SourceFile): boolean {
  return where === 'anywhere' || file.isForTests(node);
}

interface NamesIn {
  readonly called: readonly string[];
  readonly created: readonly string[];
  readonly mayBeRenamed: boolean;
}

/** The last parts of names that may be called somewhere in a text. */
function namesIn(text: string, { table, beside, odd, dialect, renames }: RuleSet): NamesIn {
  if (beside.size === 0) return { called: [], created: [], mayBeRenamed: false };
  const words = wordsIn(text, table);
  const holds = new Map<string, boolean>();
  const isIn = (word: string): boolean => {
    let known = holds.get(word);
    if (known === undefined) {
      known = text.includes(word);
      holds.set(word, known);
    }
    return known;
  };
  const mayBeMeant = (last: string): boolean => beside.get(last)?.some((others) => others.every(isIn)) ?? true;
  const all = [...words.all].filter(mayBeMeant);
  const others = odd.filter((last) => text.includes(last) && mayBeMeant(last));
  const mayBeRenamed = all.length > 0 && renames(text);
  if (dialect.callsHaveBrackets !== true) {
    const any = [...all, ...others];
    return { called: any, created: any, mayBeRenamed };
  }
  const { called, created } = words;
  return {
    called: [...all.filter((last) => called.has(last)), ...others],
    created: [...all.filter((last) => created.has(last)), ...others],
    mayBeRenamed,
  };
}

/** Those nodes that import for which the text gives reason. */
function importingIn(text: string, { dialect, importHints }: RuleSet): Dialect['importing'] {
  return dialect.importing.filter((_, index) => importHints[index]?.(text) ?? true);
}

/** What rules look for by kind, as far as the text gives reason to. */
function kindsIn(text: string, { byKind, hints }: RuleSet): ReadonlyMap<string, readonly ByKind[]> {
  const holds: (boolean | undefined)[] = [];
  const isIn = (hint: number): boolean => {
    holds[hint] ??= hints[hint]!(text);
    return holds[hint];
  };
  const found = new Map<string, readonly ByKind[]>();
  for (const [kind, all] of byKind) {
    const some = all.filter(({ hint }) => hint === null || isIn(hint));
    if (some.length > 0) found.set(kind, some);
  }
  return found;
}

/** The library compiles its patterns anew for every file; beyond this many it costs less to be given every node of the kind. */
const MOST_PATTERNS = 4;
/** Of other kinds a file has so few nodes that they are looked at without a pattern of the library's. */
const FREQUENT =
  /^(?:call|call_expression|method_invocation|string|string_literal|template_string|identifier|assignment|assignment_expression|expression_statement|member_expression|attribute|selector_expression|command|command_name|word|variable_name|variable_assignment|simple_expansion|pair|keyword_argument|binary_expression|field_initializer)$/;

/** One search for everything: a pattern a kind, and none where any node of it will do. */
function searched(
  calls: readonly object[],
  kinds: ReadonlyMap<string, readonly ByKind[]>,
  importing: Dialect['importing'],
): Matcher {
  const whole = new Set(['ERROR']);
  const any: object[] = [...calls];
  for (const { kind, regex } of importing) {
    if (regex === undefined) whole.add(kind);
    else any.push({ kind, regex });
  }
  for (const [kind, finds] of kinds) {
    const patterns = new Set(finds.map(({ native }) => native));
    if (!FREQUENT.test(kind) || patterns.size > MOST_PATTERNS || patterns.has(null)) whole.add(kind);
    else any.push({ kind, regex: [...patterns].join('|') });
  }
  const rule =
    any.length === 0 && whole.size === 1 ? { kind: 'ERROR' } : { any: [{ kind: [...whole].join(', ') }, ...any] };
  return { rule } as Matcher;
}

/** Functions that a rule means and this file has imported under names of its own. */
function aliases({ imports }: SourceFile, { byName }: RuleSet): NamesIn {
  const own = [...imports.names]
    .filter(([alias, name]) => byName.has(name) && !name.endsWith(`.${alias}`))
    .map(([alias]) => alias);
  return { called: own, created: own, mayBeRenamed: false };
}

/** The library filters by the last part of the name, which is much cheaper than asking for every call's name. */
function candidates({ calls, callsHaveTypes }: Dialect, { called, created }: NamesIn): readonly object[] {
  return calls.flatMap(({ kind, callee }) => {
    const last = CREATES.test(kind) ? created : called;
    if (last.length === 0) return [];
    const names = [...new Set(last)].sort().map(escaped).join('|');
    const regex = `(?:^|[^A-Za-z0-9_$])(?:${names})${callsHaveTypes === true ? '(?:::<.*>|<.*>)?' : ''}$`;
    return { kind, has: { field: callee, regex } };
  });
}

const CREATES = /^(?:new|object_creation)_expression$/;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
