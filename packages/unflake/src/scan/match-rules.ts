/**
 * Applies a language's rules to one file. The tree is walked once for everything that can be said by a node's kind and a pattern on its
 * text, because a walk costs an eighth of the parsing; a rule that asks for more than that walks again, in files whose text gives it reason to.
 */
import type { CallShape, Dialect } from './facts/dialect.ts';
import type { SourceFile } from './facts/source-file.ts';
import type { Answer, Call, FindCalls, FindNodes, Rule } from './rules/rule.ts';
import type { Matcher, Node } from './syntax/parser.ts';

const WORDS = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

export interface Hit {
  readonly rule: Rule;
  readonly node: Node;
}

interface Simple {
  readonly kind: string;
  readonly regex?: string;
}

/** A language's rules, made ready once for all its files. */
export interface RuleSet {
  readonly dialect: Dialect;
  readonly byName: ReadonlyMap<string, readonly { readonly rule: Rule; readonly find: FindCalls }[]>;
  readonly byKind: ReadonlyMap<
    string,
    readonly { readonly rule: Rule; readonly find: FindNodes; readonly text: RegExp | null }[]
  >;
  readonly others: readonly { readonly rule: Rule; readonly find: FindNodes }[];
  /** What one walk looks for besides calls; with a hint only in files whose text gives reason to. */
  readonly walk: readonly { readonly asked: object; readonly hint?: RegExp }[];
}

export interface Matched {
  readonly hits: readonly Hit[];
  /** Where the parser did not understand; the first of them. */
  readonly broken: Node | null;
}

export function ruleSet(dialect: Dialect, rules: readonly Rule[]): RuleSet {
  const byName = new Map<string, { rule: Rule; find: FindCalls }[]>();
  const byKind = new Map<string, { rule: Rule; find: FindNodes; text: RegExp | null }[]>();
  const others: { rule: Rule; find: FindNodes }[] = [];
  const simple: { asked: Simple; hint?: RegExp }[] = [];
  for (const rule of rules) {
    for (const find of rule.find) {
      if ('calls' in find) {
        for (const name of find.calls) byName.set(name, [...(byName.get(name) ?? []), { rule, find }]);
        continue;
      }
      const asked = simpleOf(find.nodes);
      if (asked === null) others.push({ rule, find });
      else {
        const hint = find.hint ?? unanchored(asked.regex);
        simple.push(hint === undefined ? { asked } : { asked, hint });
        const text = asked.regex === undefined ? null : new RegExp(asked.regex);
        byKind.set(asked.kind, [...(byKind.get(asked.kind) ?? []), { rule, find, text }]);
      }
    }
  }
  const always = [...dialect.importing, { kind: 'ERROR' }].map((asked) => ({ asked }));
  const walk = [...simple, ...always];
  return { dialect, byName, byKind, others, walk };
}

export function matchRules(file: SourceFile, { byName, byKind, others, walk, dialect }: RuleSet): Matched {
  // As the parser read it, which may differ from what is on disk.
  const text = file.root.text();
  const asked = walk.filter(({ hint }) => hint?.test(text) ?? true).map((one) => one.asked);
  const met = file.root.findAll({
    rule: { any: [...candidates(dialect, namesIn(text, byName)), ...asked] },
  } as Matcher);
  file.metImports(met.filter((node) => dialect.importing.some(({ kind }) => node.is(kind))));
  const renamed = candidates(dialect, aliases(file, byName));
  const again = renamed.length === 0 ? [] : file.root.findAll({ rule: { any: renamed } } as Matcher);
  const hits: Hit[] = [];
  let broken: Node | null = null;
  for (const node of [...met, ...again]) {
    const kind = node.kind() as string;
    if (kind === 'ERROR') broken ??= node;
    const shape = dialect.calls.find((one) => one.kind === kind);
    if (shape !== undefined && byName.size > 0) hits.push(...callHits(file, node, shape, byName));
    for (const { rule, find, text } of byKind.get(kind) ?? []) {
      if ((text === null || text.test(node.text())) && applies(rule, node, file)) {
        hits.push(...hitsAt(rule, node, find.when?.(node, file) ?? true));
      }
    }
  }
  for (const { rule, find } of others) {
    if (find.hint !== undefined && !find.hint.test(file.text)) continue;
    for (const node of file.root.findAll(find.nodes)) {
      if (applies(rule, node, file)) hits.push(...hitsAt(rule, node, find.when?.(node, file) ?? true));
    }
  }
  return { hits, broken };
}

function callHits(file: SourceFile, node: Node, shape: CallShape, byName: RuleSet['byName']): readonly Hit[] {
  const hits: Hit[] = [];
  for (const name of file.namesOf(node, shape)) {
    const last = name.slice(name.lastIndexOf('.') + 1);
    // `*.name`: a method that a rule asks for whatever it is called on.
    for (const { rule, find } of [...(byName.get(name) ?? []), ...(byName.get(`*.${last}`) ?? [])]) {
      if (!applies(rule, node, file)) continue;
      const call: Call = { node, name, args: file.argumentsOf(node, shape), file };
      hits.push(...hitsAt(rule, node, find.when?.(call) ?? true));
    }
  }
  return hits;
}

function hitsAt(rule: Rule, node: Node, answer: Answer): readonly Hit[] {
  if (typeof answer === 'boolean') return answer ? [{ rule, node }] : [];
  return answer.map((place) => ({ rule, node: place }));
}

function applies({ where }: Rule, node: Node, file: SourceFile): boolean {
  return where === 'anywhere' || file.isForTests(node);
}

/** Null for a matcher that says more than a kind and a pattern. */
function simpleOf(matcher: Matcher): Simple | null {
  const { rule, ...rest } = matcher as { rule: Record<string, unknown> };
  const { kind, regex, ...more } = rule;
  if (Object.keys(rest).length > 0 || Object.keys(more).length > 0 || typeof kind !== 'string') return null;
  return typeof regex === 'string' ? { kind, regex } : { kind };
}

/** What a node matches, its file holds: without its anchors a pattern for a node’s text is one for the file’s. */
function unanchored(regex: string | undefined): RegExp | undefined {
  return regex === undefined
    ? undefined
    : new RegExp(regex.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[\^$]/g, (part) => (/^[\^$]$/.test(part) ? '' : part)));
}

/** Functions that a rule means and this file has imported under names of its own. */
function aliases({ imports }: SourceFile, byName: RuleSet['byName']): readonly string[] {
  return [...imports.names]
    .filter(([alias, name]) => byName.has(name) && !name.endsWith(`.${alias}`))
    .map(([alias]) => alias);
}

/** The names whose last part the file's text holds. The library makes its pattern anew for every file, at a price that grows with the names. */
function namesIn(text: string, byName: RuleSet['byName']): readonly string[] {
  const words = new Set(text.match(WORDS));
  return [...byName.keys()].filter((name) => {
    const last = name.slice(name.lastIndexOf('.') + 1);
    return words.has(last) || (!/^[\w$]+$/.test(last) && text.includes(last));
  });
}

/** The library filters by the last part of the name, which is much cheaper than asking for every call's name. */
function candidates({ calls }: Dialect, names: readonly string[]): readonly object[] {
  if (names.length === 0) return [];
  const last = [...new Set(names.map((name) => name.slice(name.lastIndexOf('.') + 1)))].sort();
  // Its `\w` knows all scripts and is dear to compile.
  const regex = `(?:^|[^A-Za-z0-9_$])(?:${last.map(escaped).join('|')})(?:::<.*>|<.*>)?$`;
  return calls.map(({ kind, callee }) => ({ kind, has: { field: callee, regex } }));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
